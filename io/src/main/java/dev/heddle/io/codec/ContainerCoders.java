package dev.heddle.io.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists, maps and optionals of other types. */
final class ContainerCoders {
  private static final int FIRST_CAPACITY = 64;

  private ContainerCoders() {}

  /** An unmodifiable list. */
  record OfList(Coder element) implements Coder {
    @Override
    public void write(Encoder out, Object value) {
      out.enter();
      List<?> list = (List<?>) value;
      out.writeVarint(list.size());
      for (Object each : list) {
        element.write(out, each);
      }
      out.leave();
    }

    @Override
    public Object read(Decoder in) {
      int length = in.readLength();
      if (length == 0) {
        return List.of();
      }
      in.enter();
      List<Object> list = new ArrayList<>(Math.min(length, FIRST_CAPACITY));
      for (int i = 0; i < length; i++) {
        list.add(element.read(in));
      }
      in.leave();
      return Collections.unmodifiableList(list);
    }
  }

  /** An unmodifiable map in the order of the keys' bytes. */
  record OfMap(Coder key, Coder mapped) implements Coder {
    @Override
    public void write(Encoder out, Object value) {
      out.enter();
      List<byte[][]> entries = new ArrayList<>();
      int start = out.size();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        key.write(out, entry.getKey());
        byte[] keyBytes = out.cut(start);
        mapped.write(out, entry.getValue());
        entries.add(new byte[][] {keyBytes, out.cut(start)});
      }
      entries.sort((left, right) -> Arrays.compareUnsigned(left[0], right[0]));
      out.writeVarint(entries.size());
      for (byte[][] entry : entries) {
        out.writeRaw(entry[0]);
        out.writeRaw(entry[1]);
      }
      out.leave();
    }

    @Override
    public Object read(Decoder in) {
      int length = in.readLength();
      in.enter();
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = 0; i < length; i++) {
        if (map.put(key.read(in), mapped.read(in)) != null) {
          throw new CorruptBytesException("a map has a key twice");
        }
      }
      in.leave();
      return Collections.unmodifiableMap(map);
    }
  }

  /** A value or none. */
  record OfOptional(Coder element) implements Coder {
    @Override
    public void write(Encoder out, Object value) {
      Optional<?> optional = (Optional<?>) value;
      out.writeByte(optional.isPresent() ? 1 : 0);
      if (optional.isPresent()) {
        out.enter();
        element.write(out, optional.get());
        out.leave();
      }
    }

    @Override
    public Object read(Decoder in) {
      if (!in.readFlag()) {
        return Optional.empty();
      }
      in.enter();
      Object value = element.read(in);
      in.leave();
      return Optional.of(value);
    }
  }

  /** A constant of an enum. */
  record OfEnum(Object[] constants) implements Coder {
    @Override
    public void write(Encoder out, Object value) {
      out.writeVarint(((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(Decoder in) {
      return constants[in.readPosition(constants.length)];
    }
  }
}
