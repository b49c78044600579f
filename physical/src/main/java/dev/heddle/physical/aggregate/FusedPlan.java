package dev.heddle.physical.aggregate;

import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.NullCounts;
import dev.heddle.physical.codegen.LoopKind;
import dev.heddle.physical.codegen.LoopProgram;
import dev.heddle.physical.codegen.LoopState;
import dev.heddle.physical.codegen.LoopStep;
import dev.heddle.physical.codegen.LoopTranslator;
import dev.heddle.physical.codegen.LoopValue;
import dev.heddle.physical.expr.PhysicalExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which of an aggregation's aggregators generated code updates, from which inputs, and what kernels
 * compute for the keys, the inputs and the other aggregators. Immutable.
 *
 * @param program what generated code does
 * @param constants the raw bits of its constants
 * @param inputs for each input a column of the batch as {@code -1 - column}, or the position of its
 *     expression among the prepared ones
 * @param masks for each step the position among {@code maskInputs}, or -1 if it has no value
 * @param maskInputs sets of inputs: a value is null where one of its set is
 * @param updates for each step the number of its aggregator
 * @param notes which aggregators are notified of rows that had values
 * @param others aggregators that kernels update
 * @param keys for each key as for inputs
 * @param prepared expressions that kernels compute
 * @param isStrict whether nulls may be in the inputs
 */
record FusedPlan(
    LoopProgram program,
    long[] constants,
    List<Integer> inputs,
    List<Integer> masks,
    List<SortedSet<Integer>> maskInputs,
    List<Integer> updates,
    List<Note> notes,
    List<Other> others,
    List<Integer> keys,
    List<PhysicalExpr> prepared,
    boolean isStrict) {
  /**
   * An aggregator of values, which is notified which of them are null.
   *
   * @param mask position among {@code maskInputs}
   * @param value must be computed without failure, also where only its nulls are counted
   */
  record Note(int aggregator, int mask, LoopValue value) {}

  /** An aggregator that generated code does not update, fed from the prepared columns. */
  record Other(int aggregator, AggregateSpec.Feed feed) {}

  /** Returns the plan of an aggregation whose tables have these aggregators. */
  static FusedPlan of(FusedAggregation fused, AggregateSpec.Opened opened, List<Integer> keys) {
    return new Maker(fused).make(opened, keys);
  }

  private static final class Maker {
    private final FusedAggregation fused;
    private final LoopTranslator translator = new LoopTranslator();
    private final List<PhysicalExpr> prepared = new ArrayList<>();
    private final List<LoopStep> steps = new ArrayList<>();
    private final List<Integer> updates = new ArrayList<>();
    private final List<Integer> masks = new ArrayList<>();
    private final List<SortedSet<Integer>> maskInputs = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Other> others = new ArrayList<>();
    private boolean isStrict = true;

    Maker(FusedAggregation fused) {
      this.fused = fused;
    }

    FusedPlan make(AggregateSpec.Opened opened, List<Integer> keys) {
      for (int i = 0; i < opened.feeds().size(); i++) {
        AggregateSpec.Feed feed = opened.feeds().get(i);
        if (!isUpdated(i, feed, opened.aggregators().get(i))) {
          others.add(new Other(i, moved(feed)));
        }
      }
      List<Integer> keyPlaces = keys.stream().map(key -> place(expression(key), true)).toList();
      List<Integer> inputPlaces =
          translator.inputs().stream().map(input -> place(input, true)).toList();
      LoopProgram program =
          new LoopProgram(steps, translator.inputs().size(), translator.constants().length);
      return new FusedPlan(
          program,
          translator.constants(),
          inputPlaces,
          List.copyOf(masks),
          List.copyOf(maskInputs),
          List.copyOf(updates),
          List.copyOf(notes),
          List.copyOf(others),
          keyPlaces,
          List.copyOf(prepared),
          isStrict);
    }

    private PhysicalExpr expression(int column) {
      return fused.expressions().get(column);
    }

    private boolean isUpdated(int number, AggregateSpec.Feed feed, Aggregator aggregator) {
      Optional<LoopState> state = aggregator.loopState();
      boolean countsNulls = aggregator instanceof NullCounts && feed.columns().size() == 1;
      if (feed.filter() >= 0 || (state.isEmpty() && !countsNulls)) {
        return false;
      }
      if (state.isPresent() && state.get() == LoopState.ROWS) {
        steps.add(new LoopStep(LoopState.ROWS, Optional.empty()));
        updates.add(number);
        masks.add(-1);
        return true;
      }
      PhysicalExpr argument = expression(feed.columns().getFirst());
      if (LoopTranslator.kind(argument.type()).isEmpty()) {
        return false;
      }
      LoopValue value = translator.translate(argument);
      isStrict &= LoopTranslator.isStrict(value);
      int mask = mask(value);
      notes.add(new Note(number, mask, value));
      if (state.isPresent()) {
        boolean isWidened = state.get() == LoopState.DOUBLE_SUM && value.kind() == LoopKind.FLOAT;
        LoopValue taken = isWidened ? new LoopValue.Conversion(value, LoopKind.DOUBLE) : value;
        steps.add(new LoopStep(state.get(), Optional.of(taken)));
        updates.add(number);
        masks.add(mask);
      }
      return true;
    }

    private int mask(LoopValue value) {
      SortedSet<Integer> inputs = new TreeSet<>();
      LoopTranslator.collectInputs(value, inputs);
      int known = maskInputs.indexOf(inputs);
      if (known < 0) {
        known = maskInputs.size();
        maskInputs.add(inputs);
      }
      return known;
    }

    private AggregateSpec.Feed moved(AggregateSpec.Feed feed) {
      List<Integer> columns =
          feed.columns().stream().map(column -> place(expression(column), false)).toList();
      int filter = feed.filter() < 0 ? -1 : place(expression(feed.filter()), false);
      return new AggregateSpec.Feed(feed.kind(), columns, filter);
    }

    /** Returns where an expression's values will be: in the batch, or among the prepared ones. */
    private int place(PhysicalExpr expression, boolean mayBeColumn) {
      if (mayBeColumn && expression instanceof PhysicalExpr.ColumnRef column) {
        return -1 - column.index();
      }
      int known = prepared.indexOf(expression);
      if (known < 0) {
        known = prepared.size();
        prepared.add(expression);
      }
      return known;
    }
  }
}
