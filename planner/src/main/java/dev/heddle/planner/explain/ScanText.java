package dev.heddle.planner.explain;

import dev.heddle.frame.ScanProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a scan read and left out, as text: one line for the scan, and one a conjunct. */
final class ScanText {
  private ScanText() {}

  static List<String> lines(ScanProfile scan) {
    List<String> lines = new ArrayList<>();
    List<String> read = new ArrayList<>();
    if (scan.folders() > 0) {
      read.add(of(scan.folders() - scan.foldersSkipped(), scan.folders(), "folders"));
    }
    read.add(of(scan.files() - scan.filesSkipped(), scan.files(), "files"));
    if (scan.rowGroups() > 0) {
      read.add(of(scan.rowGroups() - scan.rowGroupsSkipped(), scan.rowGroups(), "row groups"));
    }
    if (scan.pages() > 0) {
      read.add(of(scan.pages() - scan.pagesSkipped(), scan.pages(), "pages of the filter"));
    }
    read.add(
        PlanText.bytes((double) scan.bytesRead())
            + (scan.indexBytesRead() > 0
                ? " ("
                    + PlanText.bytes((double) scan.indexBytesRead())
                    + " of it to know what to read)"
                : ""));
    read.add(scan.rowsRead() + " rows looked at");
    if (scan.badRows() > 0) {
      read.add(scan.badRows() + " bad rows left out");
    }
    if (scan.unknownKeys() > 0) {
      read.add(scan.unknownKeys() + " values left out whose keys are no columns");
    }
    lines.add("read " + String.join(", ", read));
    for (ScanProfile.Conjunct conjunct : scan.conjuncts()) {
      lines.add(line(conjunct));
    }
    return lines;
  }

  private static String of(long part, long whole, String what) {
    return part + " of " + whole + " " + what;
  }

  private static String line(ScanProfile.Conjunct conjunct) {
    StringBuilder text = new StringBuilder(conjunct.text());
    text.append(": ").append(conjunct.use().name().toLowerCase(Locale.ROOT));
    List<String> skipped = new ArrayList<>();
    add(skipped, conjunct.foldersSkipped(), " folders");
    add(skipped, conjunct.filesSkipped(), " files");
    add(skipped, conjunct.rowGroupsSkipped(), " row groups");
    add(skipped, conjunct.rowGroupsSkippedByBloom(), " row groups by Bloom filter");
    add(skipped, conjunct.rowGroupsSkippedByDictionary(), " row groups by dictionary");
    add(skipped, conjunct.pagesSkipped(), " pages");
    add(skipped, conjunct.rowsSkipped(), " rows");
    if (conjunct.bytesSkipped() > 0) {
      skipped.add("~" + PlanText.bytes((double) conjunct.bytesSkipped()));
    }
    if (!skipped.isEmpty()) {
      text.append("; skipped ").append(String.join(", ", skipped));
    } else if (conjunct.use() != ScanProfile.Use.UNUSABLE) {
      text.append("; skipped nothing");
    }
    if (conjunct.rowsTakenAway() > 0) {
      text.append("; took away ").append(conjunct.rowsTakenAway()).append(" rows");
    }
    if (conjunct.rowsCertain() > 0) {
      text.append("; true for ").append(conjunct.rowsCertain()).append(" rows without a look");
    }
    for (String obstacle : conjunct.obstacles()) {
      text.append("; ").append(obstacle);
    }
    return text.toString();
  }

  private static void add(List<String> skipped, long count, String what) {
    if (count > 0) {
      skipped.add(count + what);
    }
  }
}
