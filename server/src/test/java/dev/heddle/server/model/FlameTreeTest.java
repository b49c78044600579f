package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trees out of paths, against one that adds up each prefix. */
class FlameTreeTest {
  private static final int PATHS = Boolean.getBoolean("heddle.long") ? 20_000 : 5_000;

  private static List<FlameStep> path(String... frames) {
    return List.of(frames).stream().map(FlameStep::code).toList();
  }

  private static List<List<FlameStep>> random(Random random, int paths, int names, int depth) {
    List<List<FlameStep>> all = new ArrayList<>();
    for (int i = 0; i < paths; i++) {
      String[] frames = new String[1 + random.nextInt(depth)];
      for (int k = 0; k < frames.length; k++) {
        frames[k] = "dev.heddle.Some.method" + random.nextInt(names);
      }
      all.add(path(frames));
    }
    return all;
  }

  /** Selves and totals by the names on the way. */
  private static void read(FlamePart part, String way, Map<String, List<Long>> to) {
    to.put(way, List.of(part.self(), part.total()));
    part.parts().forEach(each -> read(each, way + "/" + each.step().name(), to));
  }

  private static void check(FlamePart part) {
    assertThat(part.self() + part.parts().stream().mapToLong(FlamePart::total).sum())
        .as(part.step().name())
        .isEqualTo(part.total());
    part.parts().forEach(FlameTreeTest::check);
  }

  @Test
  void isTheSameAsTheSumsOfAllPrefixes() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      FlameTree tree = new FlameTree("all");
      Map<String, List<Long>> twin = new HashMap<>();
      twin.put("", List.of(0L, 0L));
      for (List<FlameStep> path : random(random, random.nextInt(60), 3, 6)) {
        long value = random.nextInt(100);
        tree.add(path, value);
        StringBuilder way = new StringBuilder();
        for (int i = 0; i <= path.size(); i++) {
          long self = i == path.size() ? value : 0;
          twin.merge(
              way.toString(),
              List.of(self, value),
              (old, more) -> List.of(old.get(0) + more.get(0), old.get(1) + more.get(1)));
          if (i < path.size()) {
            way.append('/').append(path.get(i).name());
          }
        }
      }
      Map<String, List<Long>> found = new HashMap<>();
      read(tree.whole(), "", found);
      assertThat(found).as("seed %d", seed).isEqualTo(twin);
      check(tree.whole());
      check(tree.visible(random.nextDouble(), 100 * random.nextInt(40)));
    }
  }

  @Test
  void putsTogetherWhatIsTooSmall() {
    FlameTree tree = new FlameTree("all");
    tree.add(path("main", "large"), 900);
    tree.add(path("main", "small"), 4);
    tree.add(path("main", "smaller", "inner"), 3);
    tree.add(path("main"), 93);
    FlamePart main = tree.visible(0.005, 10_000).parts().getFirst();
    assertThat(main.self()).isEqualTo(93);
    assertThat(main.total()).isEqualTo(1_000);
    assertThat(main.parts())
        .extracting(part -> part.step().name(), FlamePart::total)
        .containsExactly(tuple("large", 900L), tuple("2 others", 7L));
  }

  @Test
  void isBoundedHoweverManyPathsThereAre() {
    int maxChars = 600_000;
    for (int names : new int[] {2, 50, 20_000}) {
      FlameTree tree = new FlameTree("all");
      Random random = new Random(names);
      for (List<FlameStep> path : random(random, PATHS, names, 60)) {
        tree.add(path, 20_000_000);
      }
      FlamePart shown = tree.visible(0, maxChars);
      assertThat(shown.count()).isBetween(100, 2 * maxChars / 90 + 1);
      assertThat(shown.total()).isEqualTo(PATHS * 20_000_000L);
      check(shown);
      assertThat(tree.visible(FlameTree.PIXEL, maxChars).count())
          .isLessThanOrEqualTo(shown.count());
    }
  }

  @Test
  void aDeepPathEndsInAMark() {
    FlameTree tree = new FlameTree("all");
    String[] deep = new String[5_000];
    Arrays.setAll(deep, i -> "recursion" + i % 2);
    tree.add(path(deep), 7);
    FlamePart at = tree.whole();
    int depth = 0;
    while (!at.parts().isEmpty()) {
      at = at.parts().getFirst();
      depth++;
    }
    assertThat(depth).isEqualTo(FlameTree.MAX_DEPTH);
    assertThat(at.step().kind()).isEqualTo(FlameStep.Kind.CUT);
    assertThat(at.self()).isEqualTo(7);
  }
}
