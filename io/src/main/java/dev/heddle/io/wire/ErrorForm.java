package dev.heddle.io.wire;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.codec.Form;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * An error on the wire. What was a class of its own for its code comes back as one; the stack of
 * the other process is text, in the cause.
 *
 * @param code what went wrong
 * @param message one line
 * @param stack where, with all causes
 */
public record ErrorForm(ErrorCode code, String message, String stack) {
  /** Errors in codecs. */
  public static final Form<HeddleException, ErrorForm, Void> FORM =
      Form.of(HeddleException.class, ErrorForm.class, ErrorForm::of, ErrorForm::toException);

  // the ends of a stack tell the most
  private static final int MOST_STACK = 16 << 10;

  /** Returns the form of an error. */
  public static ErrorForm of(HeddleException error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    String stack = text.toString();
    if (stack.length() > MOST_STACK) {
      stack =
          stack.substring(0, MOST_STACK / 2)
              + "\n...\n"
              + stack.substring(stack.length() - MOST_STACK / 2);
    }
    return new ErrorForm(error.code(), String.valueOf(error.getMessage()), stack);
  }

  /** Returns an error of the code and message, caused by what happened in the other process. */
  public HeddleException toException() {
    RemoteError cause = new RemoteError(stack);
    return code == ErrorCode.ANALYSIS || code == ErrorCode.SYNTAX
        ? new AnalysisException(code, message, cause)
        : new HeddleException(code, message, cause);
  }
}
