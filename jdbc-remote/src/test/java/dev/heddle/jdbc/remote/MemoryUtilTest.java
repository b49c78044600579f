package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.jdbc.remote.memory.MemoryUtil;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands in place of Arrow's class has all its methods, which do the same. */
class MemoryUtilTest {
  private static List<String> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(MemoryUtilTest::shape)
        .sorted()
        .toList();
  }

  private static String shape(Method method) {
    return method.getReturnType()
        + " "
        + method.getName()
        + Arrays.toString(method.getParameterTypes());
  }

  @Test
  void hasTheMethodsOfArrows() {
    assertThat(methods(MemoryUtil.class))
        .isEqualTo(methods(org.apache.arrow.memory.util.MemoryUtil.class));
    assertThat(MemoryUtil.LITTLE_ENDIAN)
        .isEqualTo(org.apache.arrow.memory.util.MemoryUtil.LITTLE_ENDIAN);
  }

  @Test
  void readsWhatItWrites() {
    long address = MemoryUtil.allocateMemory(64);
    try {
      MemoryUtil.setMemory(address, 64, (byte) 7);
      assertThat(MemoryUtil.getByte(address + 63)).isEqualTo((byte) 7);
      MemoryUtil.putByte(address, (byte) -1);
      MemoryUtil.putShort(address + 1, (short) 0x1234);
      MemoryUtil.putInt(address + 3, 0x12345678);
      MemoryUtil.putLong(address + 7, 0x123456789abcdef0L);
      assertThat(MemoryUtil.getByte(address)).isEqualTo((byte) -1);
      assertThat(MemoryUtil.getShort(address + 1)).isEqualTo((short) 0x1234);
      assertThat(MemoryUtil.getInt(address + 3)).isEqualTo(0x12345678);
      assertThat(MemoryUtil.getLong(address + 7)).isEqualTo(0x123456789abcdef0L);
      byte[] bytes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
      MemoryUtil.copyToMemory(bytes, 1, address + 16, 9);
      MemoryUtil.copyMemory(address + 16, address + 18, 9); // overlapping
      byte[] read = new byte[12];
      MemoryUtil.copyFromMemory(address + 16, read, 1, 11);
      assertThat(read).containsExactly(0, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9);
      assertThat(MemoryUtil.getInt(bytes, 3))
          .isEqualTo(ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt(3));
      assertThat(MemoryUtil.getLong(bytes, 1))
          .isEqualTo(ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong(1));
      ByteBuffer buffer = MemoryUtil.directBuffer(address + 16, 4);
      assertThat(buffer.isDirect()).isTrue();
      assertThat(buffer.get(1)).isEqualTo((byte) 2);
      buffer.position(2);
      assertThat(MemoryUtil.getByteBufferAddress(buffer)).isEqualTo(address + 16);
    } finally {
      MemoryUtil.freeMemory(address);
    }
    MemoryUtil.freeMemory(MemoryUtil.allocateMemory(0));
  }
}
