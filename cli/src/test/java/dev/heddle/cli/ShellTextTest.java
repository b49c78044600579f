package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.reader.Parser;
import org.junit.jupiter.api.Test;

/** What is typed at the prompt ends at a semicolon outside of quotes and comments. */
class ShellTextTest {
  @Test
  void aStatementGoesOnUntilItsSemicolon() {
    for (String text :
        new String[] {
          "select 1;",
          "select 1; -- done",
          "select 1; /* done */ ",
          "select ';\n';",
          "select \";\" from t;",
          "",
          "  "
        }) {
      assertThat(ShellText.isComplete(text)).as(text).isTrue();
    }
    for (String text :
        new String[] {
          "select 1",
          "select ';",
          "select ';\n",
          "select \";",
          "select 1 -- ;",
          "select 1 /* ;",
          "select 1; /* more",
          "select 1; select 2"
        }) {
      assertThat(ShellText.isComplete(text)).as(text).isFalse();
    }
  }

  @Test
  void commandsAreKnownWithAndWithoutABackslash() {
    assertThat(ShellText.command("help")).isEqualTo("\\help");
    assertThat(ShellText.command("EXIT;")).isEqualTo("\\exit");
    assertThat(ShellText.command("quit")).isEqualTo("\\quit");
    assertThat(ShellText.command(".help")).isEqualTo("\\help");
    assertThat(ShellText.command(" \\timing on")).isEqualTo("\\timing on");
    assertThat(ShellText.command("select 1")).isEmpty();
    assertThat(ShellText.command(".5 + 1;")).isEmpty();
  }

  @Test
  void theWordWithinQuotesIsAPath() {
    String text = "select * from 'da";
    ShellText.Line line =
        (ShellText.Line) new ShellText().parse(text, text.length(), Parser.ParseContext.COMPLETE);
    assertThat(line.word()).isEqualTo("da");
    assertThat(line.quote()).isEqualTo('\'');
    assertThat(line.escape("data.csv", true).toString()).isEqualTo("data.csv'");
  }
}
