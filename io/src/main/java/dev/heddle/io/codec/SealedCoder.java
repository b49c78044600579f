package dev.heddle.io.codec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a sealed type: the position of the leaf, then the leaf. */
final class SealedCoder implements Coder {
  private final List<Class<?>> leaves;
  private final Coder[] coders;
  private final Map<Class<?>, Integer> positions = new HashMap<>();

  /** Makes one whose coders are {@linkplain #set set} before it is used. */
  SealedCoder(List<Class<?>> leaves) {
    this.leaves = leaves;
    this.coders = new Coder[leaves.size()];
    for (int i = 0; i < leaves.size(); i++) {
      positions.put(leaves.get(i), i);
    }
  }

  void set(int position, Coder coder) {
    coders[position] = coder;
  }

  @Override
  public void write(Encoder out, Object value) {
    @Nullable Integer found = positions.get(value.getClass());
    int position = found == null ? leafOf(value) : found;
    out.writeVarint(position);
    coders[position].write(out, value);
  }

  /** Finds leaves that are open types with a form. */
  private int leafOf(Object value) {
    for (int i = 0; i < coders.length; i++) {
      if (leaves.get(i).isInstance(value)) {
        return i;
      }
    }
    throw new IllegalStateException("No leaf for " + value.getClass().getName());
  }

  @Override
  public Object read(Decoder in) {
    return coders[in.readPosition(coders.length)].read(in);
  }
}
