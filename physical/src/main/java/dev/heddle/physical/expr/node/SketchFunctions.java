package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.physical.kernel.sketch.HllForm;
import dev.heddle.physical.kernel.sketch.KllForm;
import dev.heddle.physical.kernel.sketch.SketchForm;
import dev.heddle.physical.kernel.sketch.ThetaForm;
import org.jspecify.annotations.Nullable;

/** What computes functions of stored sketches, see {@link RowCallNode}. */
final class SketchFunctions {
  private SketchFunctions() {}

  static RowCallNode.Function of(ValueFunction function) {
    return switch (function) {
      case HLL_ESTIMATE -> row -> HllForm.estimate(bytes(row, 0));
      case HLL_UNION -> row -> merged(HllForm.INSTANCE, row);
      case THETA_ESTIMATE -> row -> ThetaForm.estimate(bytes(row, 0));
      case THETA_UNION -> row -> merged(ThetaForm.INSTANCE, row);
      case THETA_INTERSECTION -> row -> ThetaForm.intersection(bytes(row, 0), bytes(row, 1));
      case THETA_DIFFERENCE -> row -> ThetaForm.difference(bytes(row, 0), bytes(row, 1));
      case KLL_COUNT -> row -> KllForm.count(bytes(row, 0));
      case KLL_QUANTILE -> row -> KllForm.quantile(bytes(row, 0), (Double) row[1]);
      case KLL_RANK -> row -> KllForm.rank(bytes(row, 0), (Double) row[1]);
      case KLL_MERGE -> row -> merged(KllForm.INSTANCE, row);
      default -> throw new IllegalStateException("No function of sketches: " + function);
    };
  }

  private static byte[] bytes(@Nullable Object[] row, int index) {
    return (byte[]) row[index];
  }

  private static <S> byte[] merged(SketchForm<S> form, @Nullable Object[] row) {
    return form.toBytes(form.merged(form.fromBytes(bytes(row, 0)), form.fromBytes(bytes(row, 1))));
  }
}
