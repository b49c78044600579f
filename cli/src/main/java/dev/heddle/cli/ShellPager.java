package dev.heddle.cli;

import dev.heddle.cli.output.ScreenTables;
import java.io.IOException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * Asks at a terminal whether to show the next page of a table: space and return do, {@code q} and
 * Ctrl-C end it, and any other key ends it and begins the next line of input. Used by the prompt's
 * thread; interrupting is for any.
 */
final class ShellPager implements ScreenTables.Turning {
  private static final long LOOK_MILLIS = 100;
  private static final String KEYS = " (space: next page, q: end) ";

  private final Terminal terminal;
  private String typed = "";
  private volatile boolean isInterrupted;

  ShellPager(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Ends what is being asked. */
  void interrupt() {
    isInterrupted = true;
  }

  /** Returns what was typed for the next line, once. */
  String typedAhead() {
    String text = typed;
    typed = "";
    return text;
  }

  @Override
  public boolean wantsMore(String question) throws IOException {
    isInterrupted = false;
    terminal.writer().print(question + KEYS);
    terminal.flush();
    Attributes before = terminal.enterRawMode();
    try {
      return isNext(key());
    } finally {
      terminal.setAttributes(before);
      terminal.writer().print("\r");
      if (!terminal.puts(Capability.clr_eol)) {
        terminal.writer().print(" ".repeat(question.length() + KEYS.length()) + "\r");
      }
      terminal.flush();
    }
  }

  private int key() throws IOException {
    while (!isInterrupted) {
      int key = terminal.reader().read(LOOK_MILLIS);
      if (key != NonBlockingReader.READ_EXPIRED) {
        return key;
      }
    }
    return 'q';
  }

  private boolean isNext(int key) {
    if (key == ' ' || key == '\r' || key == '\n') {
      return true;
    }
    if (key > ' ' && key != 'q' && key != 'Q' && !Character.isISOControl(key)) {
      typed = Character.toString(key);
    }
    return false;
  }
}
