package dev.heddle.physical.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Share;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyBoundsTest {
  private static final KeyBounds BOUNDS = new KeyBounds(2, List.of(-5L, 300L));

  private static PruningPredicate pruning(int task) {
    ScanFilter.Conjunct conjunct = BOUNDS.conjunct("id", DataType.INT32, new Share(task, 3));
    assertThat(conjunct.residual()).isEmpty();
    assertThat(conjunct.text()).isEqualTo("id in the range of the task");
    return conjunct.pruning().orElseThrow();
  }

  private static PruningPredicate compare(Operator operator, long bound) {
    return new PruningPredicate.Compare(2, operator, ScanValue.Whole.of(bound));
  }

  @Test
  void tasksReadFromOneBoundToTheNextAndTheFirstWhatHasNoKey() {
    assertThat(pruning(0))
        .isEqualTo(
            new PruningPredicate.AnyOf(
                List.of(compare(Operator.LESS, -5), new PruningPredicate.IsNull(2))));
    assertThat(pruning(1))
        .isEqualTo(
            new PruningPredicate.AllOf(
                List.of(compare(Operator.GREATER_OR_EQUAL, -5), compare(Operator.LESS, 300))));
    assertThat(pruning(2)).isEqualTo(compare(Operator.GREATER_OR_EQUAL, 300));
  }

  @Test
  void boundsOutOfOrderOrForOtherTasksAreRefused() {
    assertThatThrownBy(() -> new KeyBounds(0, List.of(3L, 3L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[3, 3]");
    assertThatThrownBy(() -> BOUNDS.conjunct("id", DataType.INT32, new Share(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Bounds for 3 tasks, and not 2");
  }
}
