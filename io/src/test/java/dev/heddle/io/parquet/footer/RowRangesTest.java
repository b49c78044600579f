package dev.heddle.io.parquet.footer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowRangesTest {
  private static final int ROWS = 40;

  private static RowRanges of(BitSet rows) {
    RowRanges.Builder builder = new RowRanges.Builder();
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      builder.add(row, row + 1);
    }
    return builder.build();
  }

  private static BitSet random(Random random) {
    BitSet rows = new BitSet();
    int share = random.nextInt(11);
    for (int row = 0; row < ROWS; row++) {
      rows.set(row, random.nextInt(10) < share);
    }
    return rows;
  }

  @Test
  void combinesAndAsksAsSetsOfRowsDo() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      BitSet left = random(random);
      BitSet right = random(random);
      BitSet both = (BitSet) left.clone();
      both.and(right);
      BitSet either = (BitSet) left.clone();
      either.or(right);
      assertThat(of(left).rows()).as("seed %d", seed).isEqualTo(left.cardinality());
      assertThat(of(left).and(of(right))).as("seed %d", seed).isEqualTo(of(both));
      assertThat(of(left).or(of(right))).as("seed %d", seed).isEqualTo(of(either));
      int from = random.nextInt(ROWS);
      int to = from + 1 + random.nextInt(ROWS - from);
      BitSet asked = new BitSet();
      asked.set(from, to);
      assertThat(of(left).overlaps(from, to)).as("seed %d", seed).isEqualTo(left.intersects(asked));
      asked.andNot(left);
      assertThat(of(left).covers(from, to)).as("seed %d", seed).isEqualTo(asked.isEmpty());
    }
  }

  @Test
  void rangesThatTouchAreOne() {
    RowRanges.Builder builder = new RowRanges.Builder();
    builder.add(0, 5);
    builder.add(5, 5);
    builder.add(5, 7);
    builder.add(9, 11);
    assertThat(builder.build().toString()).isEqualTo("[0..7, 9..11]");
    assertThat(RowRanges.of(3, 3)).isEqualTo(RowRanges.NONE);
  }
}
