package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaTextTest {
  @Test
  void blanksCommentsAndKeepsLines() {
    assertThat(JavaText.withoutCommentsAndStrings("a // b\nc /* d\n e */ f"))
        .isEqualTo("a     \nc     \n      f");
  }

  @Test
  void blanksStringsWithEscapedQuotes() {
    assertThat(JavaText.withoutCommentsAndStrings("x = \"a\\\"//b\"; y = '\\'';"))
        .isEqualTo("x = \"      \"; y = '  ';");
  }

  @Test
  void blanksTextBlocks() {
    assertThat(JavaText.withoutCommentsAndStrings("s = \"\"\"\n a \"b\" // c\n \"\"\"; t;"))
        .doesNotContain("b")
        .endsWith("; t;")
        .hasLineCount(3);
  }

  @Test
  void endsAStatementAtTheSemicolonOutsideOfBrackets() {
    String code = "f(() -> { a; b; }).c(d); e;";
    assertThat(code.substring(0, JavaText.endOfStatement(code, 0)))
        .isEqualTo("f(() -> { a; b; }).c(d);");
  }
}
