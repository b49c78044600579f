package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.regex.Regexes;
import dev.heddle.physical.kernel.text.TextSlices;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text against a constant regular expression: test, extraction or replacement. Cannot fail. */
public final class RegexNode extends StrictNode {
  /** What is done. */
  public enum Action {
    MATCHES,
    EXTRACT,
    REPLACE
  }

  private final Action action;
  private final Regexes regex;

  public RegexNode(Action action, Node input, Regexes regex) {
    super(action == Action.MATCHES ? DataType.BOOL : DataType.STRING, List.of(input));
    this.action = action;
    this.regex = regex;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    return switch (action) {
      case MATCHES -> matches(operands[0], rows, validity);
      case EXTRACT -> extract(operands[0], rows, validity);
      case REPLACE -> replace(operands[0], rows, validity);
    };
  }

  private static boolean isValid(@Nullable Buffer validity, int row) {
    return validity == null || Bits.get(validity.address(), row);
  }

  private Column matches(Column text, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.BOOL, rows);
        Scratch scratch = new Scratch(rows.account())) {
      int count = rows.count();
      long room = scratch.bytes(Bits.bytesFor(count));
      regex.test(
          text.values(), text.dataAddresses(), count, address(validity), room, output.values());
      return output.build(validity);
    }
  }

  private Column extract(Column text, EvaluatedRows rows, @Nullable Buffer validity) {
    long[] data = text.dataAddresses();
    try (Output output = new Output(DataType.STRING, rows)) {
      for (int i = 0; i < rows.count(); i++) {
        long view = text.values() + 16L * i;
        long found =
            isValid(validity, i)
                ? regex.extract(StringViews.address(view, data), StringViews.length(view))
                : -1;
        int start = found < 0 ? 0 : (int) (found >> 32);
        int length = found < 0 ? 0 : (int) found - start;
        TextSlices.put(view, data, start, length, output.values() + 16L * i);
      }
      return output.buildViews(text, validity);
    }
  }

  private Column replace(Column text, EvaluatedRows rows, @Nullable Buffer validity) {
    long[] data = text.dataAddresses();
    try (ViewWriter writer = new ViewWriter(DataType.STRING, rows.count(), rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (isValid(validity, i)) {
          long view = text.values() + 16L * i;
          regex.replace(StringViews.address(view, data), StringViews.length(view), writer, i);
        }
      }
      return writer.build(validity);
    }
  }
}
