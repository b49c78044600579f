package dev.heddle.shuffle.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final ExchangeId ID = new ExchangeId(Long.MAX_VALUE, 3);
  private static final PartitionTotals TOTALS = new PartitionTotals(1L << 40, -5);

  private static List<ShuffleMessage> all() {
    ShuffleMessage.RequestedMap wanted = new ShuffleMessage.RequestedMap(7, 2, Long.MIN_VALUE);
    List<ShuffleMessage.MapHead> heads = new ArrayList<>();
    for (MapAnswer answer : MapAnswer.values()) {
      heads.add(new ShuffleMessage.MapHead(1, answer, TOTALS, 4));
    }
    return List.of(
        new ShuffleMessage.Open(new MapAttempt(ID, 1, 2), 3, 4, 5, 6, 7, 8),
        new ShuffleMessage.Granted(1 << 20, true),
        new ShuffleMessage.Want(9),
        new ShuffleMessage.Seal(List.of(TOTALS, PartitionTotals.NONE)),
        new ShuffleMessage.SealPacks(TOTALS, 8, 9, PartitionSizes.of(new long[] {5, 0})),
        new ShuffleMessage.ReadParts(ID, 1, 2, 3, 4, 5, selection(), 6),
        new ShuffleMessage.Waiting(),
        new ShuffleMessage.SealDone(),
        new ShuffleMessage.Read(ID, 1, 2, 3, List.of(wanted), 4),
        new ShuffleMessage.Heads(heads),
        new ShuffleMessage.WindowUpdate(5),
        new ShuffleMessage.MapLost(6, "why"),
        new ShuffleMessage.ReadDone(),
        new ShuffleMessage.AskTotals(ID, 1, List.of(wanted)),
        new ShuffleMessage.Totals(heads, List.of(TOTALS)),
        new ShuffleMessage.Refused(ErrorCode.STALE, "too late"));
  }

  private static MapSelection selection() {
    MapSelection.Builder wanted = new MapSelection.Builder();
    wanted.add(3, 1, Long.MIN_VALUE);
    wanted.add(Integer.MAX_VALUE, 0, 5);
    return wanted.build();
  }

  @Test
  void wantedMapsAreFound() {
    MapSelection.Builder builder = new MapSelection.Builder();
    for (int i = 0; i < 1000; i++) {
      builder.add(3 * i, i % 2, ~(1L << i));
    }
    MapSelection wanted = builder.build();
    assertThat(wanted.count()).isEqualTo(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(wanted.map(i)).isEqualTo(3 * i);
      assertThat(wanted.attempt(i)).isEqualTo(i % 2);
      assertThat(wanted.digest(i)).isEqualTo(~(1L << i));
      assertThat(wanted.first(3 * i - 1)).isEqualTo(i);
      assertThat(wanted.has(3 * i, i % 2)).isTrue();
      assertThat(wanted.has(3 * i, 1 - i % 2)).isFalse();
      assertThat(wanted.has(3 * i + 1, 0)).isFalse();
    }
    assertThat(wanted.first(Integer.MAX_VALUE)).isEqualTo(1000);
  }

  @Test
  void messagesComeAsTheyWereSent() {
    for (ShuffleMessage message : all()) {
      assertThat(ShuffleFrames.decode(ShuffleFrames.encode(message))).isEqualTo(message);
    }
  }

  @Test
  void brokenMessagesAreErrorsWithACode() {
    for (ShuffleMessage message : all()) {
      byte[] bytes = ShuffleFrames.encode(message).array();
      for (int length = 0; length < bytes.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
        assertThatThrownBy(() -> ShuffleFrames.decode(cut))
            .isInstanceOfSatisfying(
                HeddleException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_MESSAGE))
            .hasMessageContaining("Cannot read");
      }
    }
  }

  @Test
  void sizesOfPartitionsAreKeptNearly() {
    Random random = new Random(3);
    for (int partitions : new int[] {1, 7, 512}) {
      long[] bytes = new long[partitions];
      for (int i = 0; i < partitions; i++) {
        bytes[i] = random.nextInt(4) == 0 ? 0 : random.nextLong(1L << random.nextInt(1, 44));
      }
      PartitionSizes sizes = PartitionSizes.of(bytes);
      for (int i = 0; i < partitions; i++) {
        assertThat(sizes.bytes(i)).isBetween(bytes[i], bytes[i] * 115 / 100 + 2);
      }
    }
    long[] many = new long[4000];
    many[2001] = 1 << 20;
    PartitionSizes sizes = PartitionSizes.of(many);
    assertThat(sizes.codes()).hasSize(PartitionSizes.MAX_CODES);
    assertThat(sizes.bytes(2001)).isBetween((1L << 20) / 8, 1L << 20);
    assertThat(sizes.bytes(0)).isZero();
  }
}
