package dev.heddle.planner.rel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * Numbers plans: equal ones, and only these, have the same number. Names of columns do not count.
 *
 * <p>Each node is looked at once. Calcite's digests go over all that is below a node each time they
 * are hashed. For a plan with nested shared parts that takes exponential time. Not thread-safe; a
 * plan must not change between questions.
 */
public final class RelNumbers {
  private final IdentityHashMap<RelNode, Integer> known = new IdentityHashMap<>();
  private final Map<Form, Integer> numbers = new HashMap<>();
  private final List<RelNode> first = new ArrayList<>();

  /** A node by what it is and the numbers of its inputs. */
  private record Form(
      Class<?> kind,
      RelTraitSet traits,
      List<RelDataType> types,
      List<@Nullable Object> attributes,
      List<Integer> inputs) {}

  /** Returns the number of a plan. */
  public int of(RelNode rel) {
    Integer number = known.get(rel);
    if (number == null) {
      List<Integer> inputs = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        inputs.add(of(input));
      }
      number = numbers.computeIfAbsent(form(rel, inputs), _ -> numbers.size());
      if (number == first.size()) {
        first.add(rel);
      }
      known.put(rel, number);
    }
    return number;
  }

  /** Returns the first of the equal plans that a number was asked for. */
  public RelNode firstLike(RelNode rel) {
    return first.get(of(rel));
  }

  private static Form form(RelNode rel, List<Integer> inputs) {
    List<RelDataType> types =
        rel.getRowType().getFieldList().stream().map(RelDataTypeField::getType).toList();
    List<@Nullable Object> attributes =
        switch (rel) {
          case Project project -> new ArrayList<>(project.getProjects());
          case Aggregate aggregate ->
              List.of(
                  aggregate.getGroupSet(), aggregate.getGroupSets(), aggregate.getAggCallList());
          default -> {
            Attributes found = new Attributes();
            rel.explain(found);
            yield found.values;
          }
        };
    return new Form(rel.getClass(), rel.getTraitSet(), types, attributes, inputs);
  }

  /** Collects the attributes of a node except its inputs. */
  private static final class Attributes implements RelWriter {
    private final List<@Nullable Object> values = new ArrayList<>();

    @Override
    public void explain(RelNode rel, List<Pair<String, @Nullable Object>> given) {
      given.forEach(pair -> item(pair.left, pair.right));
    }

    @Override
    public SqlExplainLevel getDetailLevel() {
      return SqlExplainLevel.DIGEST_ATTRIBUTES;
    }

    @Override
    public RelWriter item(String term, @Nullable Object value) {
      if (!(value instanceof RelNode)) {
        values.add(term);
        values.add(value);
      }
      return this;
    }

    @Override
    public RelWriter done(RelNode node) {
      return this;
    }
  }
}
