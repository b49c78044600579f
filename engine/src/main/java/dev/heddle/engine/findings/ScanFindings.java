package dev.heddle.engine.findings;

import dev.heddle.frame.ScanProfile;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tables that are read in an expensive way. */
final class ScanFindings {
  private ScanFindings() {}

  static void find(Found found) {
    Evidence evidence = found.evidence();
    for (Evidence.Node node : evidence.nodes()) {
      if (node.plan() instanceof PhysicalPlan.Scan scan && node.scan().isPresent()) {
        tinyFiles(found, node, node.scan().get());
        for (ScanProfile.Conjunct conjunct : node.scan().get().conjuncts()) {
          conjunct(found, node, scan, node.scan().get(), conjunct);
        }
      } else if (node.plan() instanceof PhysicalPlan.Filter filter) {
        filter(found, node, filter);
      }
    }
    if (!found.has(FindingKind.TINY_FILES)) {
      storage(found);
    }
  }

  private static void tinyFiles(Found found, Evidence.Node node, ScanProfile scan) {
    long files = scan.files() - scan.filesSkipped();
    if (files < Thresholds.MIN_TINY_FILES
        || node.fileBytes() >= scan.files() * Thresholds.TINY_FILE_BYTES) {
      return;
    }
    found.add(
        FindingKind.TINY_FILES,
        "The table "
            + scan.table()
            + " is read from "
            + Found.count(files)
            + " files of "
            + Found.bytes((double) node.fileBytes() / Math.max(1, scan.files()))
            + " on average",
        "write it again in larger files, such as COPY (SELECT * FROM …) TO 'folder/' (FORMAT"
            + " parquet); files of 100 MB and more are read fastest",
        found.evidence().cost(node.nanos()),
        List.of(node.number()));
  }

  private static void conjunct(
      Found found,
      Evidence.Node node,
      PhysicalPlan.Scan scan,
      ScanProfile profile,
      ScanProfile.Conjunct conjunct) {
    double taken = (double) conjunct.rowsTakenAway() / Math.max(1, profile.rowsRead());
    if (conjunct.use() != ScanProfile.Use.UNUSABLE
        || profile.rowsRead() < Thresholds.MIN_FILTERED_ROWS
        || taken < Thresholds.MIN_TAKEN_AWAY
        || conjunct.obstacles().isEmpty()) {
      return;
    }
    PhysicalExpr predicate = predicate(scan, conjunct.text());
    if (predicate == null || !Predicates.hidesColumn(predicate)) {
      return; // such as a pattern that may begin with anything: no other form would help
    }
    boolean isCast = Predicates.testsCast(predicate);
    found.add(
        isCast ? FindingKind.CAST_BLOCKS_PRUNING : FindingKind.FILTER_NOT_PUSHED,
        "The filter "
            + conjunct.text()
            + " of "
            + profile.table()
            + " takes away "
            + Found.percent(taken)
            + " of "
            + Found.count(profile.rowsRead())
            + " rows, all of which had to be read: "
            + (isCast
                ? "the bounds of files and row groups are those of the column, not of its cast"
                : conjunct.obstacles().getFirst()),
        isCast
            ? "compare the column itself with a constant of its type, such as day >= DATE"
                + " '2024-01-01' in place of CAST(day AS VARCHAR) >= '2024-01-01'"
            : "compare the column itself with constants, such as a range in place of a function of"
                + " it, or keep the value as a column of its own",
        (long) (found.evidence().cost(node.nanos()) * taken),
        List.of(node.number()));
  }

  private static @Nullable PhysicalExpr predicate(PhysicalPlan.Scan scan, String text) {
    for (ScanFilter.Conjunct each : scan.request().filter().conjuncts()) {
      if (each.text().equals(text) && each.rows() instanceof ExprRowFilter filter) {
        return filter.predicate();
      }
    }
    return null;
  }

  /** A filter that could not go below what it reads. */
  private static void filter(Found found, Evidence.Node node, PhysicalPlan.Filter filter) {
    Evidence evidence = found.evidence();
    Evidence.Node input = evidence.nodes().get(node.inputs().getFirst());
    Set<Integer> read = Expressions.columns(filter.predicate());
    while (true) {
      if (input.plan() instanceof PhysicalPlan.Project project) {
        Set<Integer> below = new TreeSet<>();
        read.forEach(at -> below.addAll(Expressions.columns(project.expressions().get(at))));
        read = below;
      } else if (!(input.plan() instanceof PhysicalPlan.ExchangeRead)
          && !DividedRows.isUnion(evidence, input)) {
        break;
      }
      input = evidence.nodes().get(input.inputs().getFirst());
    }
    Set<Integer> columns = read;
    String why =
        switch (input.plan()) {
          case PhysicalPlan.Limit _, PhysicalPlan.TopN _ ->
              "the LIMIT below it has to see all rows first";
          case PhysicalPlan.Window window
              when columns.stream()
                  .allMatch(column -> column < window.input().output().fields().size()) ->
              "the window functions below it have to see all rows of a partition";
          default -> "";
        };
    long rows = evidence.rowsIn(node, 0);
    double taken = 1 - (double) node.rows() / Math.max(1, rows);
    if (!why.isEmpty()
        && rows >= Thresholds.MIN_FILTERED_ROWS
        && taken >= Thresholds.MIN_TAKEN_AWAY_LATE) {
      found.add(
          FindingKind.FILTER_NOT_PUSHED,
          "A filter takes away "
              + Found.percent(taken)
              + " of "
              + Found.count(rows)
              + " rows late: "
              + why,
          "filter before, if the answer may do without the other rows; for a window, by a column of"
              + " its PARTITION BY",
          (long) (evidence.cost(evidence.nanosBelow(node)) * taken),
          List.of(node.number()));
    }
  }

  private static void storage(Found found) {
    Evidence evidence = found.evidence();
    double waited = evidence.waitNanos() / evidence.busyThreads();
    if (waited < Thresholds.MIN_WAIT_NANOS
        || waited < Thresholds.MIN_WAIT_SHARE * evidence.runNanos()) {
      return;
    }
    long bytes =
        evidence.nodes().stream()
            .flatMap(node -> node.scan().stream())
            .mapToLong(ScanProfile::bytesRead)
            .sum();
    if (bytes / (evidence.waitNanos() / 1e9) >= Thresholds.MAX_SLOW_BYTES_PER_SECOND) {
      return;
    }
    double perSecond = bytes / Math.max(1e-9, evidence.runNanos() / 1e9);
    found.add(
        FindingKind.SLOW_STORAGE,
        "Threads waited for storage for "
            + Found.percent(waited / Math.max(1, evidence.runNanos()))
            + " of the run: "
            + Found.bytes(bytes)
            + " came at "
            + Found.bytes(perSecond)
            + " a second",
        "read less (fewer columns, filters that leave out files), keep the files nearer, or cache"
            + " them: see the options for object storage",
        (long) waited,
        List.of());
  }
}
