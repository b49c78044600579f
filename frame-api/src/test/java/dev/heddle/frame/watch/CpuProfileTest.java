package dev.heddle.frame.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CpuProfileTest {
  private static CpuProfile of(List<CpuStack> stacks, String... cautions) {
    return new CpuProfile(
        Duration.ofMillis(20), stacks, Duration.ofMillis(40), Duration.ZERO, List.of(cautions));
  }

  private static CpuStack stack(int node, long millis, String... frames) {
    return new CpuStack(node, "", "", List.of(frames), Duration.ofMillis(millis));
  }

  @Test
  void addsEqualStacksUpAndSortsThem() {
    CpuProfile profile =
        of(List.of(stack(1, 20, "a.b"), stack(2, 30, "a.b"), stack(1, 20, "a.b", "c.d")));
    CpuProfile merged = CpuProfile.merged(List.of(profile, of(List.of(stack(1, 40, "a.b")))));
    assertThat(merged.stacks())
        .containsExactly(stack(1, 60, "a.b"), stack(2, 30, "a.b"), stack(1, 20, "a.b", "c.d"));
    assertThat(merged.unattributed()).isEqualTo(Duration.ofMillis(80));
    assertThat(merged.period()).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void keepsWorkersApartAndCautionsOnce() {
    CpuProfile part = of(List.of(stack(1, 20, "a.b")), "no flag");
    CpuProfile merged = CpuProfile.merged(List.of(part.in("w1"), part.in("w2"), part.in("w1")));
    assertThat(merged.stacks()).extracting(CpuStack::process).containsExactly("w1", "w2");
    assertThat(merged.attributed()).isEqualTo(Duration.ofMillis(60));
    assertThat(merged.cautions()).containsExactly("no flag");
  }

  @Test
  void isEmptyOnlyIfNothingWasSampled() {
    assertThat(CpuProfile.NONE.isEmpty()).isTrue();
    assertThat(CpuProfile.merged(List.of()).isEmpty()).isTrue();
    assertThat(of(List.of()).isEmpty()).isFalse();
  }

  @Test
  void holdsABoundedNumberOfStacksWithoutLosingTimeOfANode() {
    Random random = new Random(7);
    List<CpuStack> stacks = new ArrayList<>();
    TreeMap<Integer, Duration> expected = new TreeMap<>();
    for (int i = 0; i < 3 * CpuProfile.MAX_STACKS; i++) {
      List<String> frames = new ArrayList<>();
      for (int depth = 5 + random.nextInt(60); depth > 0; depth--) {
        frames.add("c.m" + random.nextInt(5));
      }
      Duration time = Duration.ofMillis(1 + random.nextInt(100));
      stacks.add(new CpuStack(i % 9, "", "", frames, time));
      expected.merge(i % 9, time, Duration::plus);
    }
    CpuProfile profile = of(stacks);
    assertThat(profile.stacks()).hasSizeBetween(1_000, CpuProfile.MAX_STACKS);
    TreeMap<Integer, Duration> found = new TreeMap<>();
    profile.stacks().forEach(each -> found.merge(each.node(), each.time(), Duration::plus));
    assertThat(found).isEqualTo(expected);
    assertThat(profile.stacks()).isSortedAccordingTo((a, b) -> b.time().compareTo(a.time()));
  }
}
