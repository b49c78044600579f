package dev.heddle.planner.lower;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.planner.cost.ColumnEstimate;
import dev.heddle.planner.cost.RelEstimate;

/** Sizes of physical outputs from logical estimates. */
public final class Estimates {
  private Estimates() {}

  /** Returns the estimate of rows whose columns are at {@code place}. */
  static Estimate of(double rows, Schema output, RelEstimate logical, int[] place) {
    double[] bytes = new double[output.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = ColumnEstimate.usualBytes(output.field(i).type());
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
    return rows == logical.rows()
        ? new Estimate(rows, rows * row, logical.origin())
        : new Estimate(rows, rows * row);
  }

  /** Returns the estimate of the rows of a logical node, with columns of usual size. */
  static Estimate of(RelEstimate logical, Schema output) {
    Estimate plain = of(logical.rows(), output);
    return new Estimate(plain.rows(), plain.bytes(), logical.origin());
  }

  /** Returns the estimate of rows with columns of usual size. */
  public static Estimate of(double rows, Schema output) {
    double row = 0;
    for (Field field : output.fields()) {
      row += ColumnEstimate.usualBytes(field.type());
    }
    return new Estimate(rows, rows * row);
  }
}
