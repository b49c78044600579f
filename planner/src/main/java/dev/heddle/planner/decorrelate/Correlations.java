package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.DependentJoin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Knows what plans read of rows outside of them: for each correlation variable that is free in a
 * plan, the fields. Each node is looked at once. Not thread-safe.
 */
final class Correlations {
  private final IdentityHashMap<RelNode, Map<CorrelationId, ImmutableBitSet>> known =
      new IdentityHashMap<>();

  /** Returns whether the plan reads any row outside. */
  boolean isFree(RelNode rel) {
    return !free(rel).isEmpty();
  }

  /** Returns the fields that the plan reads of the variable's row. */
  ImmutableBitSet fields(RelNode rel, CorrelationId id) {
    return free(rel).getOrDefault(id, ImmutableBitSet.of());
  }

  private Map<CorrelationId, ImmutableBitSet> free(RelNode rel) {
    Map<CorrelationId, ImmutableBitSet> found = known.get(rel);
    if (found == null) {
      found = find(rel);
      known.put(rel, found);
    }
    return found;
  }

  private Map<CorrelationId, ImmutableBitSet> find(RelNode rel) {
    Map<CorrelationId, ImmutableBitSet> found = new HashMap<>();
    RelNode unused =
        rel.accept(
            new RexShuttle() {
              @Override
              public RexNode visitFieldAccess(RexFieldAccess access) {
                if (access.getReferenceExpr() instanceof RexCorrelVariable row) {
                  found.merge(
                      row.id,
                      ImmutableBitSet.of(access.getField().getIndex()),
                      ImmutableBitSet::union);
                }
                return access;
              }
            });
    for (int i = 0; i < rel.getInputs().size(); i++) {
      CorrelationId bound = i == 1 ? bound(rel) : null;
      free(rel.getInputs().get(i))
          .forEach(
              (id, fields) -> {
                if (!id.equals(bound)) {
                  found.merge(id, fields, ImmutableBitSet::union);
                }
              });
    }
    return found.isEmpty() ? Map.of() : found;
  }

  private static @Nullable CorrelationId bound(RelNode rel) {
    return switch (rel) {
      case DependentJoin join -> join.id();
      case Correlate correlate -> correlate.getCorrelationId();
      default -> null;
    };
  }

  /** Returns the field of a correlation variable's row that the expression is, or null. */
  static @Nullable RexFieldAccess access(RexNode node) {
    return node instanceof RexFieldAccess access
            && access.getReferenceExpr() instanceof RexCorrelVariable
        ? access
        : null;
  }

  /** Returns the variable whose row the access reads. */
  static CorrelationId id(RexFieldAccess access) {
    return ((RexCorrelVariable) access.getReferenceExpr()).id;
  }

  /** Returns the plan with what it reads of rows outside replaced; what reads none stays. */
  RelNode replace(RelNode rel, Function<RexFieldAccess, RexNode> replacement) {
    return replace(rel, Map.of(), replacement);
  }

  /**
   * Returns the plan with expressions over rows outside replaced; what reads none stays.
   *
   * @param known what some expressions become
   * @param replacement what other reads of rows outside become
   */
  RelNode replace(
      RelNode rel, Map<RexNode, RexNode> known, Function<RexFieldAccess, RexNode> replacement) {
    return replace(
        rel,
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode replaced = known.get(call);
            return replaced == null ? super.visitCall(call) : replaced;
          }

          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            return access(access) == null ? access : replacement.apply(access);
          }
        },
        new IdentityHashMap<>());
  }

  private RelNode replace(
      RelNode rel, RexShuttle shuttle, IdentityHashMap<RelNode, RelNode> replaced) {
    if (!isFree(rel)) {
      return rel;
    }
    RelNode done = replaced.get(rel);
    if (done != null) {
      return done;
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (RelNode input : rel.getInputs()) {
      RelNode changed = replace(input, shuttle, replaced);
      isChanged |= changed != input;
      inputs.add(changed);
    }
    RelNode result = (isChanged ? rel.copy(rel.getTraitSet(), inputs) : rel).accept(shuttle);
    replaced.put(rel, result);
    return result;
  }
}
