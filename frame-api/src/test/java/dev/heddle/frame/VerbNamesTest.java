package dev.heddle.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.AggregateCalls;
import dev.heddle.frame.expr.CaseBuilder;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprNumbers;
import dev.heddle.frame.expr.ExprTexts;
import dev.heddle.frame.expr.ExprTimes;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.Selector;
import dev.heddle.frame.expr.SeriesCalls;
import dev.heddle.frame.expr.WindowCalls;
import dev.heddle.frame.expr.WindowSpec;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerbNamesTest {
  private static final List<Class<?>> VERBS =
      List.of(
          Heddle.class,
          Session.class,
          DataFrame.class,
          FrameActions.class,
          FrameColumns.class,
          FrameLimits.class,
          FrameNulls.class,
          FramePartitions.class,
          FrameSets.class,
          FrameShapes.class,
          Fill.class,
          TimeGroups.class,
          SeriesCalls.class,
          Unique.class,
          Unpivot.class,
          Selector.class,
          GroupedFrame.class,
          FrameReader.class,
          FrameWriter.class,
          Join.class,
          Row.class,
          QueryResult.class,
          ArrowStream.class,
          CaseBuilder.class,
          Expr.class,
          Expr.Aggregate.class,
          Expr.WindowCall.class,
          ExprNumbers.class,
          ExprTexts.class,
          ExprTimes.class,
          Functions.class,
          AggregateCalls.class,
          WindowCalls.class,
          WindowSpec.class);

  /**
   * Keywords of both languages that cannot be names, and methods that every object has in Scala.
   */
  private static final Set<String> TAKEN =
      Set.of(
          "abstract",
          "as",
          "asInstanceOf",
          "break",
          "case",
          "catch",
          "class",
          "continue",
          "def",
          "do",
          "else",
          "enum",
          "eq",
          "export",
          "extends",
          "false",
          "final",
          "finally",
          "for",
          "forSome",
          "fun",
          "given",
          "if",
          "implicit",
          "import",
          "in",
          "interface",
          "is",
          "isInstanceOf",
          "lazy",
          "macro",
          "match",
          "ne",
          "new",
          "null",
          "object",
          "override",
          "package",
          "private",
          "protected",
          "return",
          "sealed",
          "super",
          "synchronized",
          "then",
          "this",
          "throw",
          "trait",
          "true",
          "try",
          "type",
          "typealias",
          "typeof",
          "val",
          "var",
          "when",
          "while",
          "with",
          "yield");

  @Test
  void areNoKeywordsOfKotlinOrScala() {
    for (Class<?> type : VERBS) {
      for (Method method : type.getDeclaredMethods()) {
        assertThat(TAKEN)
            .as("names taken by Kotlin or Scala, against %s.%s", type.getSimpleName(), method)
            .doesNotContain(method.getName());
      }
    }
  }
}
