package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CaselessLikeTest {
  private static final PhysicalExpr TEXT = col(0, DataType.STRING);
  private static final List<String> PIECES =
      List.of(
          "a", "A", "b", "B", "z", "Z", "@", "[", "`", "{", " ", "_", "%", "k", "K", "\u212a", "i",
          "I", "İ", "ı", "s", "ſ", "ä", "Ä", "日", "Å", "\u212b", "Ⱥ", "\u0000");

  private static String random(Random random, int most, int kinds) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(kinds)));
    }
    return text.toString();
  }

  @Test
  void findsInTextsWhatIsInThemInSmallLetters() {
    Random random = new Random(31);
    int hits = 0;
    for (int i = 0; i < 40; i++) {
      int kinds = i % 2 == 0 ? 13 : PIECES.size();
      int longest = i % 4 < 2 ? 10 : 90;
      List<String> texts = new ArrayList<>();
      for (int row = 0; row < 100; row++) {
        texts.add(random(random, longest, kinds));
      }
      try (ExpressionTester tester = ExpressionTester.ofTexts(texts)) {
        for (int k = 0; k < 25; k++) {
          String pattern = random(random, 5, i % 3 == 0 ? PIECES.size() : kinds);
          pattern = k % 3 == 0 ? "%" + pattern + "%" : pattern + (k % 3 == 1 ? "%" : "");
          PhysicalExpr twin = call(ScalarFunction.LOWER, TEXT);
          PhysicalExpr small = call(ScalarFunction.LIKE, twin, text(lower(pattern)));
          List<@Nullable Object> expected = tester.evaluate(small);
          assertThat(tester.evaluate(call(ScalarFunction.ILIKE, TEXT, text(pattern))))
              .as("ILIKE '" + pattern + "' of " + texts)
              .isEqualTo(expected);
          hits += expected.stream().mapToInt(hit -> Boolean.TRUE.equals(hit) ? 1 : 0).sum();
        }
      }
    }
    assertThat(hits).as("texts found").isGreaterThan(1_000);
  }

  private static String lower(String text) {
    return text.codePoints()
        .map(Character::toLowerCase)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
