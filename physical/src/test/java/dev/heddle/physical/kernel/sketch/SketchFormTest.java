package dev.heddle.physical.kernel.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Memory;
import java.nio.charset.StandardCharsets;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.theta.ThetaSketch;
import org.apache.datasketches.theta.UpdatableThetaSketch;
import org.junit.jupiter.api.Test;

/** What is stored is what the library reads and writes, for equal values. */
class SketchFormTest {
  private static final byte[] TEXT = "ä".getBytes(StandardCharsets.UTF_8);

  @Test
  void equalValuesOfOtherWritersAreEqual() {
    HllSketch ours = HllForm.INSTANCE.empty();
    HllForm.INSTANCE.update(ours, 7L);
    HllForm.INSTANCE.update(ours, 0.5);
    HllForm.INSTANCE.update(ours, TEXT);
    HllSketch theirs = new HllSketch(10);
    theirs.update(7L);
    theirs.update(0.5);
    theirs.update("ä");
    HllSketch both =
        HllForm.INSTANCE.merged(
            HllForm.INSTANCE.fromBytes(HllForm.INSTANCE.toBytes(ours)),
            HllForm.INSTANCE.fromBytes(theirs.toCompactByteArray()));
    assertThat(both.getEstimate()).isCloseTo(3, within(0.001));

    UpdatableThetaSketch other = UpdatableThetaSketch.builder().build();
    other.update(7L);
    other.update("ä");
    var union = ThetaForm.INSTANCE.fromBytes(other.compact().toByteArray());
    ThetaForm.INSTANCE.update(union, 7L);
    ThetaForm.INSTANCE.update(union, TEXT);
    byte[] stored = ThetaForm.INSTANCE.toBytes(union);
    assertThat(ThetaSketch.heapify(Memory.segment(stored)).getEstimate()).isEqualTo(2);
    assertThat(ThetaForm.estimate(other.toByteArray())).isEqualTo(2);

    KllDoublesSketch numbers = KllDoublesSketch.newHeapInstance();
    numbers.update(1.5);
    assertThat(KllForm.quantile(numbers.toByteArray(), 1)).isEqualTo(1.5);
    assertThat(KllForm.rank(numbers.toByteArray(), 1)).isZero();
  }

  @Test
  void bytesThatAreNoSuchSketchAreRefused() {
    byte[] theta = ThetaForm.INSTANCE.toBytes(ThetaForm.INSTANCE.empty());
    for (byte[] bytes : new byte[][] {{}, {1, 2, 3}, new byte[8], new byte[100]}) {
      refuses(() -> HllForm.estimate(bytes), "HyperLogLog", bytes);
      refuses(() -> ThetaForm.estimate(bytes), "theta", bytes);
      refuses(() -> KllForm.count(bytes), "KLL", bytes);
    }
    refuses(() -> KllForm.count(theta), "KLL", theta);
    refuses(() -> HllForm.estimate(theta), "HyperLogLog", theta);
  }

  private static void refuses(Runnable reading, String kind, byte[] bytes) {
    assertThatThrownBy(reading::run)
        .isInstanceOf(HeddleException.class)
        .hasMessageStartingWith(
            "Cannot read " + bytes.length + " bytes as a " + kind + " sketch: ");
  }
}
