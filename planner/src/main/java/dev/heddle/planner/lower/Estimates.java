package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.planner.cost.RelEstimate;

/** Sizes of physical outputs from logical estimates. */
final class Estimates {
  private static final double TEXT_BYTES = 24;
  private static final double LIST_ELEMENTS = 4;

  private Estimates() {}

  /** Returns the estimate of rows whose columns stand at {@code place}. */
  static Estimate of(double rows, Schema output, RelEstimate logical, int[] place) {
    double[] bytes = new double[output.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = width(output.field(i));
    }
    for (int column = 0; column < place.length && column < logical.columns().size(); column++) {
      if (place[column] >= 0 && place[column] < bytes.length) {
        bytes[place[column]] = logical.column(column).bytes();
      }
    }
    double row = 0;
    for (double one : bytes) {
      row += one;
    }
    return new Estimate(rows, rows * row);
  }

  /** Returns the estimate of rows with columns of usual size. */
  static Estimate of(double rows, Schema output) {
    double row = 0;
    for (Field field : output.fields()) {
      row += width(field);
    }
    return new Estimate(rows, rows * row);
  }

  private static double width(Field field) {
    return width(field.type());
  }

  private static double width(DataType type) {
    return switch (type) {
      case DataType.Bool ignored -> 1;
      case DataType.Int8 ignored -> 1;
      case DataType.Int16 ignored -> 2;
      case DataType.Int32 ignored -> 4;
      case DataType.Int64 ignored -> 8;
      case DataType.Float32 ignored -> 4;
      case DataType.Float64 ignored -> 8;
      case DataType.Decimal decimal -> decimal.fitsLong() ? 8 : 16;
      case DataType.Str ignored -> TEXT_BYTES;
      case DataType.Binary ignored -> TEXT_BYTES;
      case DataType.Date ignored -> 4;
      case DataType.Time ignored -> 8;
      case DataType.Timestamp ignored -> 8;
      case DataType.Interval ignored -> 16;
      case DataType.ListOf list -> LIST_ELEMENTS * width(list.element());
      case DataType.MapOf map -> LIST_ELEMENTS * width(map.entry());
      case DataType.Struct struct ->
          struct.fields().stream().mapToDouble(field -> width(field.type())).sum();
      case DataType.Null ignored -> 0;
    };
  }
}
