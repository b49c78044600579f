package dev.heddle.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.format.CompressionCodec;
import org.junit.jupiter.api.Test;

class DecompressorTest {
  private static final byte[] TEXT =
      "to be or not to be, that is the question. ".repeat(50).getBytes(StandardCharsets.UTF_8);

  private static byte[] decompress(CompressionCodec codec, byte[] block, int bytes) {
    try (MemoryAccount account = new MemoryLedger(1L << 24).open("test");
        Decompressor decompressor = new Decompressor()) {
      Buffer source = account.allocate(block.length);
      Buffer target = account.allocate(bytes);
      try {
        Memory.copyFromArray(block, 0, source.address(), block.length);
        decompressor.decompress(codec, source.address(), block.length, target.address(), bytes);
        return Memory.toArray(target.address(), bytes);
      } finally {
        source.release();
        target.release();
      }
    }
  }

  @Test
  void readsHadoopsFramesOfLz4AndBareBlocks() {
    byte[] block = LZ4Factory.fastestInstance().fastCompressor().compress(TEXT);
    ByteBuffer framed = ByteBuffer.allocate(2 * (block.length + 8));
    for (int frame = 0; frame < 2; frame++) {
      framed.putInt(TEXT.length).putInt(block.length).put(block);
    }
    byte[] twice = new byte[2 * TEXT.length];
    System.arraycopy(TEXT, 0, twice, 0, TEXT.length);
    System.arraycopy(TEXT, 0, twice, TEXT.length, TEXT.length);
    assertThat(decompress(CompressionCodec.LZ4, framed.array(), twice.length)).isEqualTo(twice);
    assertThat(decompress(CompressionCodec.LZ4, block, TEXT.length)).isEqualTo(TEXT);
  }

  @Test
  void readsGzipOfSeveralMembers() throws java.io.IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int member = 0; member < 2; member++) {
      try (GZIPOutputStream out = new GZIPOutputStream(members)) {
        out.write(TEXT, member * 1000, 1000);
      }
    }
    assertThat(decompress(CompressionCodec.GZIP, members.toByteArray(), 2000))
        .isEqualTo(java.util.Arrays.copyOf(TEXT, 2000));
  }

  @Test
  void anotherSizeThanAnnouncedIsCorrupt() {
    byte[] block = LZ4Factory.fastestInstance().fastCompressor().compress(TEXT);
    assertThatThrownBy(() -> decompress(CompressionCodec.LZ4_RAW, block, TEXT.length + 1))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("bytes after decompression");
  }

  @Test
  void codecsThatCannotBeReadAreNamedWithFileAndColumn() {
    assertThatThrownBy(() -> Decompressor.check(CompressionCodec.LZO, "f.parquet", "c"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("f.parquet: column c is compressed with LZO");
  }
}
