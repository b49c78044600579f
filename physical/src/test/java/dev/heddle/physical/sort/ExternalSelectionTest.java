package dev.heddle.physical.sort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalSelectionTest {
  private static final double[] ODD = {
    Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1
  };
  private static final long LIMIT = 4L << 20;
  private static final int NUMBERS = 30_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100, 1_000, 10_000})
  void selectsTheNumbersOfGroupsWithinWhatItSays(int groupCount) {
    Random random = new Random(groupCount);
    int[] groups = random.ints(NUMBERS, 0, groupCount).toArray();
    double[] values = random.doubles(NUMBERS).map(v -> oddOr(v, random)).toArray();
    double[][] sorted = sorted(groups, values, groupCount);
    long[] ranks =
        Arrays.stream(sorted)
            .mapToLong(of -> of.length == 0 ? -1 : random.nextInt(of.length))
            .toArray();
    MemoryLedger ledger = new MemoryLedger(LIMIT);
    try (SpillFolder folder = new SpillFolder(null, Long.MAX_VALUE);
        SpillSpace space = folder.open();
        MemoryAccount others = ledger.open("others");
        MemoryAccount account = ledger.open("values");
        ExternalSelection selection = new ExternalSelection(space, account)) {
      add(selection, groups, values, account);
      selection.finish();
      assertThat(selection.counts(groupCount))
          .isEqualTo(Arrays.stream(sorted).mapToLong(of -> of.length).toArray());
      others.charge(LIMIT - account.usedBytes() - ExternalSelection.selectBytes(groupCount));
      double[] selected = selection.select(ranks);
      for (int g = 0; g < groupCount; g++) {
        if (ranks[g] >= 0) {
          assertThat(selected[g])
              .as("group " + g)
              .isEqualTo(Double.valueOf(sorted[g][(int) ranks[g]]));
        }
      }
      others.discharge(others.usedBytes());
    }
  }

  private static double oddOr(double value, Random random) {
    return random.nextInt(10) == 0 ? ODD[random.nextInt(ODD.length)] : value * 1e6 - 5e5;
  }

  private static double[][] sorted(int[] groups, double[] values, int groupCount) {
    double[][] sorted = new double[groupCount][];
    Arrays.setAll(sorted, g -> new double[0]);
    for (int row = 0; row < groups.length; row++) {
      double[] more = Arrays.copyOf(sorted[groups[row]], sorted[groups[row]].length + 1);
      more[more.length - 1] = values[row];
      sorted[groups[row]] = more;
    }
    for (double[] of : sorted) {
      Arrays.sort(of);
    }
    return sorted;
  }

  private static void add(
      ExternalSelection selection, int[] groups, double[] values, MemoryAccount account) {
    Buffer places = account.allocate(4L * NUMBERS);
    Buffer numbers = account.allocate(8L * NUMBERS);
    try {
      for (int row = 0; row < NUMBERS; row++) {
        Memory.putInt(places.address() + 4L * row, groups[row]);
        Memory.putDouble(numbers.address() + 8L * row, values[row]);
      }
      selection.add(places.address(), numbers.address(), NUMBERS);
    } finally {
      places.release();
      numbers.release();
    }
  }
}
