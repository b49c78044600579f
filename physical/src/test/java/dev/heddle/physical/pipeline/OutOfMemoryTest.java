package dev.heddle.physical.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.join.HashJoin;
import dev.heddle.physical.join.HashJoinTest;
import dev.heddle.physical.join.JoinInputs;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.sort.SortBreaker;
import dev.heddle.physical.sort.TopNBreaker;
import dev.heddle.physical.testing.TestTask;
import dev.heddle.physical.window.WindowBreaker;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever memory runs out, everything is given back and the error says so. */
class OutOfMemoryTest {
  private static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.STRING, DataType.FLOAT64, DataType.INT32);
  private static final Schema SCHEMA = RandomBatches.schema(TYPES);
  private static final PhysicalPlan INPUT = HashJoinTest.values(SCHEMA);

  /** Work on one or two inputs, which it uses up. */
  private interface Work {
    void run(TestTask task, List<Batch> left, List<Batch> right);
  }

  private static void tryLimits(Work work) {
    int failures = 0;
    for (int step = 0; step < 60; step++) {
      MemoryLedger ledger = new MemoryLedger(1L << 30);
      try (MemoryAccount account = ledger.open("test");
          JoinInputs inputs = new JoinInputs(step, TYPES.subList(0, 3), 200, 0.1, account)) {
        List<Batch> left = inputs.batches(2000, 500);
        List<Batch> right = inputs.batches(3000, 500);
        ledger.setLimitBytes(ledger.usedBytes() + step * 48_000L + 1);
        try {
          work.run(new TestTask(account, 1), left, right);
        } catch (IllegalStateException e) {
          failures++;
          Throwable cause = e;
          while (cause instanceof IllegalStateException) { // threads that started threads
            cause = cause.getCause();
          }
          assertThat(cause).as("step %d", step).isInstanceOf(HeddleException.class);
          checkCode((HeddleException) cause);
        } catch (HeddleException e) {
          failures++;
          checkCode(e);
        }
        left.forEach(Batch::close);
        right.forEach(Batch::close);
      }
    }
    assertThat(failures).as("failures").isPositive();
  }

  private static void checkCode(HeddleException e) {
    assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
  }

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void joinsLeaveNothingBehind(JoinKind kind) {
    List<List<Integer>> all = List.of(List.of(0), List.of(1), List.of(0, 2));
    int turn = kind.ordinal() % all.size();
    for (List<Integer> keys : Effort.isWhole() ? all : List.of(all.get(turn))) {
      PhysicalPlan.HashJoin plan =
          new PhysicalPlan.HashJoin(
              INPUT,
              INPUT,
              kind,
              keys,
              keys,
              keys.stream().map(k -> false).toList(),
              Optional.empty(),
              SCHEMA,
              Estimate.UNKNOWN);
      tryLimits(
          (task, left, right) -> {
            HashJoinTest.run(new HashJoin(plan), left, right, task);
          });
    }
  }

  @Test
  void sortsLeaveNothingBehind() {
    List<SortOrder> order = List.of(order(1), order(2));
    tryLimits(
        (task, left, right) -> {
          run(
              SortBreaker.all(
                  new PhysicalPlan.Sort(INPUT, order, Estimate.UNKNOWN), new PlanMetrics()),
              task,
              left);
        });
    tryLimits(
        (task, left, right) -> {
          run(
              new TopNBreaker(
                  new PhysicalPlan.TopN(INPUT, order, 3, 20, Estimate.UNKNOWN), new PlanMetrics()),
              task,
              left);
        });
  }

  private static SortOrder order(int column) {
    return new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST);
  }

  @Test
  void windowsLeaveNothingBehind() {
    WindowBounds sliding =
        new WindowBounds(
            FrameUnit.ROWS, new WindowBounds.CurrentRow(), new WindowBounds.Unbounded());
    for (AggregateFunction function :
        List.of(AggregateFunction.SUM, AggregateFunction.MIN, AggregateFunction.VAR_POP)) {
      WindowCall call =
          new WindowCall(
              Optional.empty(),
              Optional.of(AggregateCall.of(function, DataType.FLOAT64, 2)),
              List.of(),
              List.of(),
              sliding,
              NullTreatment.RESPECT,
              DataType.FLOAT64);
      PhysicalPlan.Window plan =
          new PhysicalPlan.Window(
              INPUT, List.of(0), List.of(order(1)), List.of(call), SCHEMA, Estimate.UNKNOWN);
      tryLimits(
          (task, left, right) -> {
            run(new WindowBreaker(plan, new PlanMetrics()), task, left);
          });
    }
  }

  private static void run(Breaker breaker, TestTask task, List<Batch> batches) {
    try (SinkFactory sink = breaker.sink();
        SourceFactory source = breaker.source()) {
      task.fill(batches, sink);
      task.drain(source);
    }
  }
}
