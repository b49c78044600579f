package dev.heddle.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.watch.Traffic;
import java.util.Locale;

/** Where the time of a query went, and what its scans left out, as JSON. */
final class ProfileJson {
  private ProfileJson() {}

  static void put(QueryProfile profile, Secrets secrets, ObjectNode to) {
    ArrayNode phases = to.putArray("phases");
    for (QueryProfile.Phase each : profile.phases()) {
      phases.addObject().put("name", each.name()).put("nanos", each.elapsedNanos());
    }
    ArrayNode scans = to.putArray("scans");
    profile.scans().forEach(each -> add(each, secrets, scans.addObject()));
    Traffic traffic = profile.traffic();
    if (traffic != null) {
      add(traffic, secrets, to.putObject("traffic"));
    }
    to.put("spilled_files", profile.spilledFiles());
  }

  private static void add(ScanProfile scan, Secrets secrets, ObjectNode to) {
    to.put("table", secrets.mask(scan.table()))
        .put("files", scan.files())
        .put("files_skipped", scan.filesSkipped())
        .put("row_groups", scan.rowGroups())
        .put("row_groups_skipped", scan.rowGroupsSkipped())
        .put("pages", scan.pages())
        .put("pages_skipped", scan.pagesSkipped())
        .put("bytes_read", scan.bytesRead())
        .put("rows_read", scan.rowsRead())
        .put("rows_delivered", scan.rowsDelivered());
    ArrayNode conjuncts = to.putArray("conjuncts");
    for (ScanProfile.Conjunct each : scan.conjuncts()) {
      ObjectNode conjunct = conjuncts.addObject();
      conjunct
          .put("text", secrets.mask(each.text()))
          .put("use", each.use().name().toLowerCase(Locale.ROOT))
          .put("files_skipped", each.filesSkipped())
          .put("row_groups_skipped", each.rowGroupsSkipped())
          .put("rows_skipped", each.rowsSkipped())
          .put("bytes_skipped", each.bytesSkipped())
          .put("rows_taken_away", each.rowsTakenAway());
      ArrayNode obstacles = conjunct.putArray("obstacles");
      each.obstacles().forEach(obstacle -> obstacles.add(secrets.mask(obstacle)));
    }
  }

  private static void add(Traffic traffic, Secrets secrets, ObjectNode to) {
    to.put("bytes_read", traffic.bytesRead())
        .put("bytes_written", traffic.bytesWritten())
        .put("requests", traffic.requests())
        .put("retries", traffic.retries())
        .put("bytes_per_second", traffic.bytesPerSecond())
        .put("possible_bytes_per_second", traffic.possibleBytesPerSecond())
        .put("bottleneck", traffic.bottleneck().name().toLowerCase(Locale.ROOT))
        .put("wait_nanos", traffic.waitNanos())
        .put("decode_nanos", traffic.decodeNanos())
        .put("operator_nanos", traffic.operatorNanos());
    ArrayNode buckets = to.putArray("buckets");
    for (Traffic.Bucket each : traffic.buckets()) {
      ObjectNode bucket = buckets.addObject();
      bucket
          .put("bucket", secrets.mask(each.bucket()))
          .put("requests", each.requests())
          .put("refused", each.refused())
          .put("bytes", each.bytes());
      if (each.isLimited()) {
        bucket.put("allowed_requests_per_second", each.allowedRequestsPerSecond());
      } else {
        bucket.putNull("allowed_requests_per_second");
      }
    }
  }
}
