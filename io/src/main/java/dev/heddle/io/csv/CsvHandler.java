package dev.heddle.io.csv;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import org.jspecify.annotations.Nullable;

/** What handlers of records have in common: the kind of a record and the number of its fields. */
abstract class CsvHandler<T extends CsvHandler<T>> extends CsvCallbackHandler<T> {
  private RecordType kind = RecordType.DATA;
  private long line;
  private int fields;
  private boolean isQuoted;

  /** Returns how many fields of the record have been seen. */
  final int fields() {
    return fields;
  }

  /** Sets how many fields of the record have been seen: for callers that split it themselves. */
  final void at(int position) {
    fields = position;
  }

  /** Returns the line, from 1, in which the record starts. */
  final long line() {
    return line;
  }

  /** Returns whether the field at hand is in quotes. */
  final boolean isQuoted() {
    return isQuoted;
  }

  /** Takes a field: {@link #fields} is its position. */
  abstract void field(char[] buffer, int offset, int length);

  /** Takes the end of a record; returns whether it counts, so that reading stops behind it. */
  abstract boolean record();

  abstract T self();

  @Override
  protected final RecordType getRecordType() {
    return kind;
  }

  @Override
  protected final int getFieldCount() {
    return fields;
  }

  @Override
  protected final void beginRecord(long newLine) {
    line = newLine;
    fields = 0;
    kind = RecordType.DATA;
  }

  @Override
  protected final void addField(char[] buffer, int offset, int length, boolean quoted) {
    isQuoted = quoted;
    field(buffer, offset, length);
    fields++;
  }

  @Override
  protected final void setComment(char[] buffer, int offset, int length) {
    kind = RecordType.COMMENT;
  }

  @Override
  protected final void setEmpty() {
    kind = RecordType.EMPTY;
  }

  /** Returns whether the record is a line without characters. */
  final boolean isEmpty() {
    return kind == RecordType.EMPTY;
  }

  @Override
  protected final @Nullable T buildRecord() {
    return kind != RecordType.COMMENT && record() ? self() : null;
  }
}
