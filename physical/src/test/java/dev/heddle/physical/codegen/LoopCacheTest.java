package dev.heddle.physical.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.batch.Layout;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopCacheTest {
  @Test
  void isHotAfterItsRowsWhicheverQueryBroughtThem() {
    LoopCache cache = new LoopCache(4, 1000, 1);
    assertThat(cache.of(sum(1)).isHotAfter(600)).isFalse();
    assertThat(cache.of(sum(1)).isHotAfter(400)).isFalse();
    assertThat(cache.of(sum(1)).isHotAfter(1)).isTrue();
    assertThat(cache.of(sum(2)).isHotAfter(1)).isFalse();
  }

  @Test
  void givesOneLoopForEachForm() {
    LoopCache.Loops loops = new LoopCache(4, 0, 1).of(sum(1));
    FusedLoop first = loops.loop(form(Layout.INT32, false)).orElseThrow();
    assertThat(loops.loop(form(Layout.INT32, false)).orElseThrow()).isSameAs(first);
    assertThat(loops.loop(form(Layout.INT64, false)).orElseThrow()).isNotSameAs(first);
    assertThat(first.getClass().isHidden()).isTrue();
  }

  @Test
  void makesNoMoreLoopsForColumnsInEverNewForms() {
    LoopCache.Loops loops = new LoopCache(4, 0, 1).of(sum(1));
    int made = 0;
    for (Layout layout : List.of(Layout.INT8, Layout.INT16, Layout.INT32, Layout.INT64)) {
      for (boolean isDictionary : new boolean[] {false, true}) {
        for (LoopForm.Target target : LoopForm.Target.values()) {
          LoopForm.Input input = new LoopForm.Input(layout, isDictionary, false);
          made +=
              loops.loop(new LoopForm(target, false, List.of(input), List.of(-1))).isPresent()
                  ? 1
                  : 0;
        }
      }
    }
    assertThat(made).isEqualTo(16);
  }

  @Test
  void forgetsTheProgramThatWasUsedLongestAgo() {
    LoopCache cache = new LoopCache(3, 0, 1);
    IntStream.range(0, 10).forEach(i -> cache.of(sum(i)));
    assertThat(cache.size()).isEqualTo(3);
    LoopCache.Loops last = cache.of(sum(9));
    assertThat(cache.of(sum(9))).isSameAs(last);
  }

  private static LoopForm form(Layout layout, boolean isDictionary) {
    return new LoopForm(
        LoopForm.Target.STATES,
        false,
        List.of(new LoopForm.Input(layout, isDictionary, false)),
        List.of(-1));
  }

  /** Returns a program that sums its input, told apart by a number of constants. */
  private static LoopProgram sum(int constants) {
    LoopValue input = new LoopValue.Read(0, LoopKind.LONG);
    return new LoopProgram(
        List.of(new LoopStep(LoopState.LONG_SUM, Optional.of(input))), 1, constants);
  }
}
