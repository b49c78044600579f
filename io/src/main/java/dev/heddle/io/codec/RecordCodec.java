package dev.heddle.io.codec;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns values of one type into bytes and back, as the package specifies.
 *
 * <p>Equal values give equal bytes, in every process. Immutable and thread-safe; make one a type
 * and keep it.
 *
 * @param <T> a record or sealed type
 */
public final class RecordCodec<T> {
  /** How deep values may nest; each level takes about half a kilobyte of stack. */
  public static final int MAX_DEPTH = 10_000;

  private static final String FORMAT = "heddle codec 1\n";

  private final Class<T> root;
  private final Coder coder;
  private final long fingerprint;

  private RecordCodec(Class<T> root, Coder coder, long fingerprint) {
    this.root = root;
    this.coder = coder;
    this.fingerprint = fingerprint;
  }

  /**
   * Derives a codec.
   *
   * @throws IllegalArgumentException if something in the type can be written neither by itself nor
   *     in one of the forms
   */
  public static <T> RecordCodec<T> of(Class<T> root, Form<?, ?, ?>... forms) {
    return of(root, List.of(forms));
  }

  /** Derives a codec with a list of forms. */
  public static <T> RecordCodec<T> of(Class<T> root, List<? extends Form<?, ?, ?>> forms) {
    Map<Class<?>, Form<?, ?, ?>> byType = new HashMap<>();
    for (Form<?, ?, ?> form : forms) {
      if (byType.put(form.type(), form) != null) {
        throw new IllegalArgumentException("Two forms of " + form.type().getName());
      }
    }
    Structure structure = new Structure(byType);
    Coder coder = structure.derive(root);
    return new RecordCodec<>(root, coder, hash(FORMAT + structure.text()));
  }

  private static long hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      long hash = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        hash = hash << 8 | (digest[i] & 0xFF);
      }
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a number that programs have in common only if their formats of the type are equal. */
  public long fingerprint() {
    return fingerprint;
  }

  /** Returns the bytes of a value. */
  public byte[] encode(T value) {
    return write(value, null);
  }

  /** Returns the bytes of a value whose forms need a context. */
  public byte[] encode(T value, Object context) {
    return write(value, context);
  }

  private byte[] write(T value, @Nullable Object context) {
    Encoder out = new Encoder(context);
    try {
      coder.write(out, value);
    } catch (StackOverflowError e) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot send a value that nests too deep for the stack of "
              + Thread.currentThread().getName()
              + "; split the expression or the query into smaller steps",
          e);
    }
    return out.toBytes();
  }

  /**
   * Returns the value of the bytes.
   *
   * @throws HeddleException with code {@code CORRUPT_MESSAGE} if they are no value of the type
   */
  public T decode(byte[] bytes) {
    return read(bytes, 0, bytes.length, null);
  }

  /** Returns the value of a part of the bytes. */
  public T decode(byte[] bytes, int offset, int length) {
    return read(bytes, offset, length, null);
  }

  /** Returns the value of bytes whose forms need a context. */
  public T decode(byte[] bytes, Object context) {
    return read(bytes, 0, bytes.length, context);
  }

  private T read(byte[] bytes, int offset, int length, @Nullable Object context) {
    Decoder in = new Decoder(bytes, offset, length, context);
    Object value;
    try {
      value = coder.read(in);
      if (in.remaining() > 0) {
        throw new CorruptBytesException(in.remaining() + " bytes are left over");
      }
    } catch (HeddleException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw corrupt(
          length, "values nest too deep for the stack of " + Thread.currentThread().getName(), e);
    } catch (RuntimeException e) { // records check their components with many kinds
      throw corrupt(length, e.getMessage() + "; is the sender of the same version?", e);
    }
    return root.cast(value);
  }

  private HeddleException corrupt(int length, String reason, Throwable cause) {
    return new HeddleException(
        ErrorCode.CORRUPT_MESSAGE,
        "Cannot read " + length + " bytes as " + root.getName() + ": " + reason,
        cause);
  }
}
