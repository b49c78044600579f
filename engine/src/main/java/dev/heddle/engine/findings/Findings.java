package dev.heddle.engine.findings;

import dev.heddle.frame.watch.Finding;
import java.util.List;

/** Finds what made a query slow. */
public final class Findings {
  private Findings() {}

  /** Returns what was found, the costliest first; nothing of a healthy query. */
  public static List<Finding> of(Evidence evidence) {
    Found found = new Found(evidence);
    JoinFindings.find(found);
    FunctionFindings.find(found);
    ScanFindings.find(found);
    TaskFindings.find(found);
    DividedRows.find(found);
    StateFindings.find(found);
    StepFindings.find(found);
    return found.sorted();
  }
}
