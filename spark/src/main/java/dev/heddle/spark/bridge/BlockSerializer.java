package dev.heddle.spark.bridge;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;

/**
 * Writes the records of Heddle's shuffles: the number of the partition, the length of the block,
 * its bytes. Each is by itself, so that Spark may move them as bytes.
 */
final class BlockSerializer extends Serializer implements Serializable {
  private static final long serialVersionUID = 1L;

  @Override
  public boolean supportsRelocationOfSerializedObjects() {
    return true;
  }

  @Override
  public SerializerInstance newInstance() {
    return new Instance();
  }

  private static final class Instance extends SerializerInstance {
    @Override
    public <T> ByteBuffer serialize(T value, ClassTag<T> tag) {
      throw streamsOnly();
    }

    @Override
    public <T> T deserialize(ByteBuffer bytes, ClassTag<T> tag) {
      throw streamsOnly();
    }

    @Override
    public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> tag) {
      throw streamsOnly();
    }

    private static UnsupportedOperationException streamsOnly() {
      return new UnsupportedOperationException("Blocks of rows are written to streams only");
    }

    @Override
    public SerializationStream serializeStream(OutputStream out) {
      return new Writing(new DataOutputStream(out));
    }

    @Override
    public DeserializationStream deserializeStream(InputStream in) {
      return new Reading(new DataInputStream(in));
    }
  }

  private static final class Writing extends SerializationStream {
    private final DataOutputStream out;

    Writing(DataOutputStream out) {
      this.out = out;
    }

    @Override
    public <T> SerializationStream writeObject(T value, ClassTag<T> tag) {
      try {
        if (value instanceof Integer partition) {
          out.writeInt(partition);
        } else {
          byte[] block = (byte[]) value;
          out.writeInt(block.length);
          out.write(block);
        }
        return this;
      } catch (IOException e) {
        throw Unchecked.<RuntimeException>thrown(e);
      }
    }

    @Override
    public void flush() {
      try {
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Reading extends DeserializationStream {
    private final DataInputStream in;
    private boolean isKey = true;

    Reading(DataInputStream in) {
      this.in = in;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T readObject(ClassTag<T> tag) {
      try {
        if (isKey) {
          T key = (T) (Integer) in.readInt();
          isKey = false;
          return key;
        }
        isKey = true;
        byte[] block = new byte[in.readInt()];
        in.readFully(block);
        return (T) block;
      } catch (EOFException e) {
        close();
        throw Unchecked.<RuntimeException>thrown(e); // this is how Spark learns of the end
      } catch (IOException e) {
        throw Unchecked.<RuntimeException>thrown(e); // Spark tells broken blocks by it
      }
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
