package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.cast.NestedTextParse;
import dev.heddle.physical.kernel.cast.TextFormat;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts of lists, structs and maps as lists, structs and maps of texts; what these mean is for the
 * conversion of parts, {@link NestedCastNode}. A field that a text does not name is null.
 */
public final class NestedTextNode extends StrictNode {
  private final DataType target;
  private final CastMode mode;
  private final ZoneId zone;
  private final byte[][] names; // of the fields
  private final int[] places; // in the text, of each field's value; -1 if it has none
  private final NestedTextParse parse = new NestedTextParse();

  /**
   * Makes the conversion.
   *
   * @param target what texts are converted to in the end, which messages name
   */
  public NestedTextNode(Node input, DataType target, CastMode mode, ZoneId zone) {
    super(ofTexts(target), List.of(input));
    this.target = target;
    this.mode = mode;
    this.zone = zone;
    this.names =
        type instanceof DataType.Struct struct
            ? struct.names().stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new)
            : new byte[0][];
    this.places = new int[names.length];
  }

  private static DataType ofTexts(DataType type) {
    return switch (type) {
      case DataType.ListOf _ -> new DataType.ListOf(DataType.STRING);
      case DataType.MapOf _ -> new DataType.MapOf(DataType.STRING, DataType.STRING);
      case DataType.Struct(List<Field> fields) ->
          new DataType.Struct(
              fields.stream().map(field -> Field.of(field.name(), DataType.STRING)).toList());
      case DataType other -> throw new IllegalStateException("Not nested: " + other.sqlName());
    };
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column texts = operands[0];
    long[] data = texts.dataAddresses();
    try (ColumnBuilder builder = new ColumnBuilder(type, rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity != null && !Bits.get(validity.address(), i)) {
          builder.appendNull();
          continue;
        }
        int row = isRepeated(0) ? 0 : i;
        long view = texts.values() + 16L * row;
        if (!read(StringViews.address(view, data), StringViews.length(view), builder)) {
          if (mode == CastMode.STRICT) {
            throw Failures.cast(TextFormat.show(texts, row, zone), DataType.STRING, target);
          }
          builder.appendNull();
        }
      }
      return builder.build();
    }
  }

  /** Appends what a text is; returns whether it is of the type. */
  private boolean read(long text, int length, ColumnBuilder builder) {
    return switch (type) {
      case DataType.ListOf _ -> parse.list(text, length) && endList(builder);
      case DataType.MapOf _ -> parse.pairs(text, length, '=') && endMap(builder);
      default -> {
        boolean isRead =
            parse.pairs(text, length, ':')
                ? findNames()
                : parse.tuple(text, length) && findPlaces();
        yield isRead && endStruct(builder);
      }
    };
  }

  private boolean endList(ColumnBuilder builder) {
    for (int i = 0; i < parse.count(); i++) {
      parse.append(i, builder.child(0));
    }
    builder.endList();
    return true;
  }

  private boolean endMap(ColumnBuilder builder) {
    ColumnBuilder entries = builder.child(0);
    for (int i = 0; i < parse.count(); i += 2) {
      parse.append(i, entries.child(0));
      parse.append(i + 1, entries.child(1));
      entries.endStruct();
    }
    builder.endList();
    return true;
  }

  private boolean endStruct(ColumnBuilder builder) {
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0) {
        builder.child(i).appendNull();
      } else {
        parse.append(places[i], builder.child(i));
      }
    }
    builder.endStruct();
    return true;
  }

  /** Finds the fields by name, the last of equal ones; returns whether all names are fields. */
  private boolean findNames() {
    Arrays.fill(places, -1);
    for (int i = 0; i < parse.count(); i += 2) {
      int field = 0;
      while (field < names.length && !parse.is(i, names[field])) {
        field++;
      }
      if (field == names.length) {
        return false;
      }
      places[field] = i + 1;
    }
    return true;
  }

  private boolean findPlaces() {
    for (int i = 0; i < places.length; i++) {
      places[i] = i < parse.count() ? i : -1;
    }
    return parse.count() <= places.length;
  }

  @Override
  public boolean canFail() {
    return super.canFail() || mode == CastMode.STRICT;
  }
}
