package dev.heddle.planner.rel;

import java.util.IdentityHashMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;

/**
 * Knows which plans may give other rows when they are computed a second time. Looks at each node
 * once. Not thread-safe.
 */
public final class Volatility {
  private final IdentityHashMap<RelNode, Boolean> known = new IdentityHashMap<>();
  private final IdentityHashMap<RelNode, Boolean> drawing = new IdentityHashMap<>();

  /** Returns whether a plan may. */
  public boolean in(RelNode rel) {
    Boolean found = known.get(rel);
    if (found == null) {
      found = !(rel instanceof SharedRows) && of(rel);
      for (RelNode input : rel.getInputs()) {
        found |= in(input) && !(rel instanceof SharedRows);
      }
      known.put(rel, found);
    }
    return found;
  }

  /**
   * Returns whether a plan calls functions that are not deterministic, or draws random numbers: for
   * each row again.
   */
  public boolean draws(RelNode rel) {
    Boolean found = drawing.get(rel);
    if (found == null) {
      found = !(rel instanceof SharedRows) && (rel instanceof LogicalRandomKey || calls(rel));
      for (RelNode input : rel.getInputs()) {
        found |= draws(input) && !(rel instanceof SharedRows);
      }
      drawing.put(rel, found);
    }
    return found;
  }

  /**
   * Returns whether a node may, whatever its inputs do: it calls functions that are not
   * deterministic, takes some rows of no order, or computes from the place of a row.
   */
  public static boolean of(RelNode rel) {
    if (rel instanceof PlaceDependent) {
      return true;
    }
    if (rel instanceof Sort sort) {
      boolean isLimit = sort.fetch != null || sort.offset != null;
      return isLimit && sort.getCollation().getFieldCollations().isEmpty();
    }
    return calls(rel);
  }

  private static boolean calls(RelNode rel) {
    boolean[] found = {false};
    RelNode unused =
        rel.accept(
            new RexShuttle() {
              @Override
              public RexNode visitCall(RexCall call) {
                found[0] |= !call.getOperator().isDeterministic();
                return found[0] ? call : super.visitCall(call);
              }

              @Override
              public RexNode visitOver(RexOver over) {
                found[0] |= !over.getOperator().isDeterministic();
                return found[0] ? over : super.visitOver(over);
              }
            });
    return found[0];
  }
}
