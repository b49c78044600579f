package dev.heddle.io.values;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Layout;

/**
 * The values of a column of a result, on or off the heap; as in {@link dev.heddle.io.batch.Column}.
 */
public sealed interface ResultValues permits OffHeapValues, HeapValues {
  DataType type();

  Layout layout();

  int rows();

  boolean isNull(int row);

  boolean booleanAt(int row);

  long longAt(int row);

  double doubleAt(int row);

  long lowWordAt(int row);

  long highWordAt(int row);

  byte[] bytesAt(int row);

  int listStart(int row);

  int listLength(int row);

  ResultValues child(int index);
}
