package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.text.LikePattern;
import dev.heddle.physical.kernel.text.TextWrites;
import dev.heddle.physical.kernel.text.Utf8;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text in small letters against a constant LIKE pattern of small letters.
 *
 * <p>Only texts beyond ASCII are written in small letters, and only where the pattern has a letter
 * that may be the small one of such a text.
 */
public final class CaselessLikeNode extends StrictNode {
  private final LikePattern ofAscii;
  private final LikePattern ofSmall;
  private final boolean isOfAsciiOnly; // what it finds depends on the ASCII of a text alone

  public CaselessLikeNode(Node input, String pattern, int escape) {
    super(DataType.BOOL, List.of(input));
    this.ofAscii = LikePattern.ignoringCase(pattern, escape);
    this.ofSmall = LikePattern.compile(pattern, escape);
    // the sign of kelvin is a capital k, and the capital i with a dot is one of i
    this.isOfAsciiOnly = pattern.chars().noneMatch(c -> c >= 0x80 || c == 'k' || c == 'i');
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column text = operands[0];
    int count = rows.count();
    try (Output output = new Output(DataType.BOOL, rows)) {
      ofAscii.test(text.values(), text.dataAddresses(), count, output.values());
      if (!isOfAsciiOnly) {
        try (Scratch scratch = new Scratch(rows.account())) {
          addOthers(text, count, scratch, output.values());
        }
      }
      return output.build(validity);
    }
  }

  /** Sets the bits of texts beyond ASCII that match in small letters. */
  private void addOthers(Column text, int count, Scratch scratch, long output) {
    long[] data = text.dataAddresses();
    for (int base = 0; base < count; base += 64) {
      long word = Memory.getLong(output + (base >>> 3));
      long left = ~word & -1L >>> -Math.min(64, count - base);
      for (; left != 0; left &= left - 1) {
        int i = Long.numberOfTrailingZeros(left);
        long view = text.values() + 16L * (base + i);
        long address = StringViews.address(view, data);
        int length = StringViews.length(view);
        if (!Utf8.isAscii(address, length) && matchesInSmall(address, length, scratch)) {
          word |= 1L << i;
        }
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private boolean matchesInSmall(long text, int length, Scratch scratch) {
    long small = scratch.bytes(TextWrites.roomFor(length) + 8); // a match may read behind the text
    return ofSmall.matches(small, TextWrites.toSmall(text, length, small));
  }
}
