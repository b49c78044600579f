package dev.heddle.jdbc.error;

import java.sql.SQLException;
import java.sql.Wrapper;

/** {@code unwrap} of objects that wrap nothing but are what they are. */
public interface Wrapping extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (!isWrapperFor(type)) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot unwrap a "
              + getClass().getSimpleName()
              + " as "
              + (type == null ? "null" : type.getName())
              + ": it is none; ask isWrapperFor first");
    }
    return type.cast(this);
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
