package dev.heddle.io.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private static final RecordCodec<Sample> CODEC = RecordCodec.of(Sample.class, Sample.pointForm());

  record Point2(int x, int y) {}

  record Point2Swapped(int y, int x) {}

  record Unwritable(Thread thread) {}

  record Generic<T>(T value) {}

  record HoldsGeneric(Generic<String> value) {}

  record Holder(Sample.Point point) {}

  record Texts(List<String> texts) {}

  record Named(Map<String, Integer> byName) {}

  @Test
  void randomValuesOfEveryKindComeBackEqual() {
    for (long seed = 0; seed < 2_000; seed++) {
      Sample value = new RandomSamples(seed).sample(4);
      byte[] bytes = CODEC.encode(value);
      Sample read = CODEC.decode(bytes);
      assertThat(read).as("seed %d", seed).isEqualTo(value);
      assertThat(CODEC.encode(read)).as("seed %d", seed).isEqualTo(bytes);
    }
  }

  @Test
  void cutBytesEndInATypedError() {
    for (long seed = 0; seed < 200; seed++) {
      byte[] bytes = CODEC.encode(new RandomSamples(seed).sample(3));
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        Throwable thrown = catchThrowable(() -> CODEC.decode(cut));
        assertThat(thrown)
            .as("seed %d, %d bytes", seed, length)
            .isInstanceOf(HeddleException.class);
        assertThat(((HeddleException) thrown).code()).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
      }
    }
  }

  @Test
  void changedBytesAreAValueOrATypedError() {
    for (long seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = CODEC.encode(new RandomSamples(seed).sample(3));
      for (int i = 0; i < 20; i++) {
        byte[] changed = bytes.clone();
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        Throwable thrown = catchThrowable(() -> CODEC.decode(changed));
        if (thrown != null) {
          assertThat(thrown).as("seed %d", seed).isInstanceOf(HeddleException.class);
        }
      }
    }
  }

  @Test
  void statedLengthsAreCheckedBeforeMemoryIsTaken() {
    RecordCodec<Texts> codec = RecordCodec.of(Texts.class);
    byte[] billion = HexFormat.of().parseHex("80a8d6b907");
    assertThatThrownBy(() -> codec.decode(billion))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("a length of 2000000000 where 0 bytes are left");
    byte[] negative = HexFormat.of().parseHex("ffffffffffffffffff01");
    assertThatThrownBy(() -> codec.decode(negative)).hasMessageContaining("a length of -1");
    byte[] endless = HexFormat.of().parseHex("ffffffffffffffffffff");
    assertThatThrownBy(() -> codec.decode(endless)).hasMessageContaining("more than 64 bits");
  }

  @Test
  void bytesThatAreLeftOverAreRefused() {
    byte[] bytes = CODEC.encode(new Sample.Single(7));
    assertThatThrownBy(() -> CODEC.decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("1 bytes are left over");
  }

  @Test
  void aRecordsOwnChecksSayThatBytesAreCorrupt() {
    RecordCodec<Texts> texts = RecordCodec.of(Texts.class);
    byte[] twice = texts.encode(new Texts(List.of("a", "a")));
    assertThatThrownBy(
            () -> RecordCodec.of(Named.class).decode(new byte[] {2, 1, 'a', 2, 1, 'a', 2}))
        .hasMessageContaining("a key twice");
    assertThat(texts.decode(twice).texts()).containsExactly("a", "a");
    byte[] notText = {1, 1, (byte) 0xC0};
    assertThatThrownBy(() -> texts.decode(notText)).hasMessageContaining("not UTF-8");
  }

  @Test
  void equalMapsHaveEqualBytesInAnyOrder() {
    RecordCodec<Named> codec = RecordCodec.of(Named.class);
    Map<String, Integer> one = new LinkedHashMap<>(Map.of("b", 1));
    one.put("a", 2);
    Map<String, Integer> other = new LinkedHashMap<>(Map.of("a", 2));
    other.put("b", 1);
    assertThat(codec.encode(new Named(one))).isEqualTo(codec.encode(new Named(other)));
    assertThat(codec.decode(codec.encode(new Named(one))).byName().keySet())
        .containsExactly("a", "b");
  }

  @Test
  void deepValuesAreWrittenAndReadAndDeeperOnesRefused() throws Exception {
    onStack(
        64 << 20,
        () -> {
          Sample.Nested deep = chain(RecordCodec.MAX_DEPTH);
          byte[] bytes = CODEC.encode(deep);
          assertThat(CODEC.encode(CODEC.decode(bytes))).isEqualTo(bytes);
          assertThatThrownBy(() -> CODEC.encode(chain(RecordCodec.MAX_DEPTH + 1)))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("nests more than 10000 deep");
          assertThatThrownBy(() -> CODEC.decode(evil(bytes)))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("nest more than 10000 deep");
        });
  }

  @Test
  void whatTheStackDoesNotSufficeForIsRefused() throws Exception {
    byte[][] written = new byte[1][];
    onStack(64 << 20, () -> written[0] = CODEC.encode(chain(RecordCodec.MAX_DEPTH)));
    onStack(
        512 << 10,
        () -> {
          assertThatThrownBy(() -> CODEC.encode(chain(RecordCodec.MAX_DEPTH)))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("too deep for the stack of a thread");
          assertThatThrownBy(() -> CODEC.decode(written[0]))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining("too deep for the stack of a thread");
          assertThatThrownBy(() -> CODEC.decode(evil(written[0])))
              .isInstanceOf(HeddleException.class)
              .hasMessageContaining(" deep");
        });
  }

  /** Returns bytes that open values and never close one. */
  private static byte[] evil(byte[] deep) {
    byte[] evil = new byte[100_000];
    Arrays.fill(evil, deep[1]);
    evil[0] = deep[0];
    return evil;
  }

  private static void onStack(long bytes, Runnable body) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, body, "a thread", bytes);
    thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }

  private static Sample.Nested chain(int depth) {
    Sample.Nested value = new Sample.Single(1);
    for (int i = 1; i < depth; i++) {
      value = new Sample.Two(value, new Sample.Single(i));
    }
    return value;
  }

  @Test
  void whatCannotBeWrittenIsRefusedWhenTheCodecIsMade() {
    assertThatThrownBy(() -> RecordCodec.of(Unwritable.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cannot write thread of")
        .hasMessageContaining("java.lang.Thread is no record");
    assertThatThrownBy(() -> RecordCodec.of(HoldsGeneric.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cannot write value of");
    assertThatThrownBy(() -> RecordCodec.of(Holder.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Sample$Point is no record");
  }

  @Test
  void fingerprintsTellStructuresApart() {
    long plain = RecordCodec.of(Point2.class).fingerprint();
    assertThat(plain).isEqualTo(RecordCodec.of(Point2.class).fingerprint());
    assertThat(plain).isNotEqualTo(RecordCodec.of(Point2Swapped.class).fingerprint());
    assertThat(RecordCodec.of(Holder.class, Sample.pointForm()).fingerprint())
        .isNotEqualTo(
            RecordCodec.of(
                    Holder.class,
                    Form.of(
                        Sample.Point.class,
                        Point2.class,
                        _ -> new Point2(0, 0),
                        f -> new Sample.Point(f.x(), f.y())))
                .fingerprint());
  }

  @Test
  void aFormIsGivenTheContextOfTheCall() {
    record Offset(int by) {}
    Form<Sample.Point, Point2, Offset> form =
        new Form<>(
            Sample.Point.class,
            Point2.class,
            Offset.class,
            (_, offset) -> new Point2(offset.by(), 0),
            (f, offset) -> new Sample.Point(f.x() + offset.by(), f.y()));
    RecordCodec<Holder> codec = RecordCodec.of(Holder.class, form);
    byte[] bytes = codec.encode(new Holder(new Sample.Point(1, 1)), new Offset(5));
    assertThat(codec.decode(bytes, new Offset(10)).point()).isEqualTo(new Sample.Point(15, 0));
    assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContaining("Offset");
  }

  @Test
  void theBytesOfAValueStayAsTheyAre() {
    Sample value =
        new Sample.Many(
            List.of(new Sample.Single(-2), new Sample.Empty()),
            Map.of("k", List.of(300)),
            Sample.Color.GREEN);
    assertThat(HexFormat.of().formatHex(CODEC.encode(value)))
        .isEqualTo("0602" + "0a03" + "0000" + "01" + "016b" + "01d804" + "01");
  }
}
