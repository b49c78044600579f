package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.text;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextExpressionTest {
  private static final PhysicalExpr A = col(0, DataType.STRING);
  private static final PhysicalExpr B = col(1, DataType.STRING);
  private static final PhysicalExpr N = col(2, DataType.INT8);
  private static final List<DataType> TYPES =
      List.of(DataType.STRING, DataType.STRING, DataType.INT8);
  private static final int SEEDS = 3;

  private interface Checks {
    void run(ExpressionTester tester);
  }

  private static void forSeeds(Checks checks) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try (ExpressionTester tester = new ExpressionTester(seed, TYPES, 100)) {
        checks.run(tester);
      }
    }
    List<String> odd =
        List.of(
            "",
            "ab",
            "aab",
            "äöüäöü",
            "日本語テキスト日本",
            "x%y_z",
            "a,b,,c",
            ",",
            "  pad  ",
            "Mixed CASE Ωσ",
            "aaaaaaaaaaaaaaaaaaaa",
            "a.b.c.d.e.f.g.h.i",
            "12345",
            "foo123bar45",
            "\uD83D\uDE00 smile \uD83D\uDE00 and more text");
    try (ExpressionTester tester = ExpressionTester.ofTexts(odd)) {
      checks.run(tester);
    }
  }

  @Test
  void cutsTextsByCodePoints() {
    forSeeds(
        t -> {
          for (int start : new int[] {1, 2, 3, 7, 100, 0, -1, -3, -7, -100}) {
            t.check(
                call(ScalarFunction.SUBSTRING, A, int64(start)), "substring(c0, " + start + ")");
            for (int length : new int[] {0, 1, 2, 13, 50, -1, -2, -50}) {
              t.check(
                  call(ScalarFunction.SUBSTRING, A, int64(start), int64(length)),
                  "substring(c0, " + start + ", " + length + ")");
            }
          }
          for (int n : new int[] {0, 1, 3, -1, -3, 14, 100, -100}) {
            t.check(call(ScalarFunction.LEFT, A, int64(n)), "left(c0, " + n + ")");
            t.check(call(ScalarFunction.RIGHT, A, int64(n)), "right(c0, " + n + ")");
          }
          t.check(call(ScalarFunction.TRIM, A), "trim(c0)");
          t.check(call(ScalarFunction.LTRIM, A), "ltrim(c0)");
          t.check(call(ScalarFunction.RTRIM, A), "rtrim(c0)");
          t.check(call(ScalarFunction.TRIM, A, text("aäx日b")), "trim(c0, 'aäx日b')");
          t.check(call(ScalarFunction.LTRIM, A, text("aä")), "ltrim(c0, 'aä')");
          t.check(call(ScalarFunction.RTRIM, A, text("yzü本")), "rtrim(c0, 'yzü本')");
          for (int n : new int[] {1, 2, 3, -1, -2, 9}) {
            t.check(
                call(ScalarFunction.SPLIT_PART, A, text("a"), int64(n)),
                "split_part(c0, 'a', " + n + ")");
            t.check(
                call(ScalarFunction.SPLIT_PART, A, text("日本"), int64(n)),
                "split_part(c0, '日本', " + n + ")");
          }
        });
  }

  @Test
  void makesNewTexts() {
    forSeeds(
        t -> {
          t.check(call(ScalarFunction.UPPER, A), "upper(c0)");
          t.check(call(ScalarFunction.LOWER, A), "lower(c0)");
          t.check(call(ScalarFunction.REPLACE, A, text("a"), text("xyz")), "replace(c0,'a','xyz')");
          t.check(call(ScalarFunction.REPLACE, A, text("ä"), text("")), "replace(c0, 'ä', '')");
          t.check(call(ScalarFunction.REPEAT, A, int64(3)), "repeat(c0, 3)");
          t.check(call(ScalarFunction.REPEAT, A, int64(-1)), "repeat(c0, -1)");
          for (int n : new int[] {0, 3, 20}) {
            t.check(
                call(ScalarFunction.LPAD, A, int64(n), text("xä")), "lpad(c0, " + n + ", 'xä')");
            t.check(
                call(ScalarFunction.RPAD, A, int64(n), text("xä")), "rpad(c0, " + n + ", 'xä')");
          }
          t.check(call(ScalarFunction.CONCAT, A, text("-"), A), "concat(c0, '-', c0)");
          t.check(
              call(ScalarFunction.CONCAT_OPERATOR, A, text(" and more "), A),
              "c0 || ' and more ' || c0");
          t.check(call(ScalarFunction.CONCAT_WS, text("::"), A, A), "concat_ws('::', c0, c0)");
        });
  }

  @Test
  void joinsTextsOfTwoColumns() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try (ExpressionTester t = new ExpressionTester(seed, TYPES, 100)) {
        t.check(call(ScalarFunction.CONCAT, A, B, N), "concat(c0, c1, c2)");
        t.check(call(ScalarFunction.CONCAT_OPERATOR, A, B), "c0 || c1");
        PhysicalExpr joined = call(ScalarFunction.CONCAT_OPERATOR, A, B);
        t.check(call(ScalarFunction.EQ, joined, A), "c0 || c1 = c0");
        t.check(call(ScalarFunction.NOT_EQ, B, joined), "c1 <> c0 || c1");
        t.check(call(ScalarFunction.EQ, joined, text("ab")), "c0 || c1 = 'ab'");
        PhysicalExpr around = call(ScalarFunction.CONCAT_OPERATOR, text("a long start, "), A, B);
        PhysicalExpr same = call(ScalarFunction.CONCAT, text("a long start, "), A, A);
        t.check(
            call(ScalarFunction.EQ, around, same),
            "'a long start, ' || c0 || c1 = concat('a long start, ', c0, c0)");
        t.check(call(ScalarFunction.CONCAT_WS, B, A, text("x"), N), "concat_ws(c1, c0, 'x', c2)");
        t.check(call(ScalarFunction.CONTAINS, A, B), "contains(c0, c1)");
        t.check(call(ScalarFunction.STARTS_WITH, A, B), "starts_with(c0, c1)");
        t.check(call(ScalarFunction.ENDS_WITH, A, B), "suffix(c0, c1)");
        t.check(call(ScalarFunction.REPLACE, A, B, text("!")), "replace(c0, c1, '!')");
        t.check(call(ScalarFunction.LIKE, A, B), "c0 LIKE c1");
        t.check(call(ScalarFunction.LEFT, A, N), "left(c0, c2)");
        t.check(call(ScalarFunction.NULLIF, A, B), "nullif(c0, c1)");
        t.check(call(ScalarFunction.GREATEST, A, B), "greatest(c0, c1)");
        t.check(call(ScalarFunction.LEAST, A, B, text("k")), "least(c0, c1, 'k')");
      }
    }
  }

  @Test
  void measuresAndSearches() {
    forSeeds(
        t -> {
          t.check(call(ScalarFunction.LENGTH, A), "length(c0)");
          t.check(call(ScalarFunction.OCTET_LENGTH, A), "octet_length(encode(c0))");
          t.check(call(ScalarFunction.POSITION, A, text("b")), "strpos(c0, 'b')");
          t.check(call(ScalarFunction.POSITION, A, text("本")), "strpos(c0, '本')");
          t.check(call(ScalarFunction.CONTAINS, A, text("ö")), "contains(c0, 'ö')");
          t.check(call(ScalarFunction.STARTS_WITH, A, text("a")), "starts_with(c0, 'a')");
          t.check(call(ScalarFunction.ENDS_WITH, A, text("b")), "suffix(c0, 'b')");
          t.check(call(ScalarFunction.ILIKE, A, text("%CASE%")), "c0 ILIKE '%CASE%'");
          t.check(call(ScalarFunction.ILIKE, A, text("A_%")), "c0 ILIKE 'A_%'");
          t.check(
              call(ScalarFunction.LIKE, A, text("x!%y!_z"), text("!")),
              "c0 LIKE 'x!%y!_z' ESCAPE '!'");
          t.check(call(ScalarFunction.LIKE, A, text("%a%b%c%")), "c0 LIKE '%a%b%c%'");
          t.check(call(ScalarFunction.LIKE, A, text("_日%_")), "c0 LIKE '_日%_'");
          t.check(call(ScalarFunction.LIKE, A, text("%__%a_")), "c0 LIKE '%__%a_'");
        });
  }

  @Test
  void matchesRegularExpressions() {
    forSeeds(
        t -> {
          t.check(
              call(ScalarFunction.REGEXP_MATCHES, A, text("^[a-m]+b?")),
              "regexp_matches(c0, '^[a-m]+b?')");
          t.check(
              call(ScalarFunction.REGEXP_MATCHES, A, text("ö.ä|\\d")),
              "regexp_matches(c0, 'ö.ä|\\d')");
          t.check(
              call(ScalarFunction.REGEXP_MATCHES, A, text("a.*b")), "regexp_matches(c0, 'a.*b')");
          t.check(
              call(ScalarFunction.REGEXP_MATCHES, A, text("ab|^日")), "regexp_matches(c0, 'ab|^日')");
          t.check(
              call(ScalarFunction.REGEXP_EXTRACT, A, text("[0-9]+")),
              "regexp_extract(c0, '[0-9]+')");
          t.check(
              call(ScalarFunction.REGEXP_EXTRACT, A, text("(.)(.)(x)?"), int64(2)),
              "regexp_extract(c0, '(.)(.)(x)?', 2)");
          t.check(
              call(ScalarFunction.REGEXP_REPLACE, A, text("([a-c])(.)"), text("<\\2\\1>")),
              "regexp_replace(c0, '([a-c])(.)', '<\\2\\1>')");
          t.check(
              call(ScalarFunction.REGEXP_REPLACE, A, text("[A-C]"), text("-ä-"), text("gi")),
              "regexp_replace(c0, '[A-C]', '-ä-', 'gi')");
        });
  }
}
