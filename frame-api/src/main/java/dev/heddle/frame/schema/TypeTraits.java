package dev.heddle.frame.schema;

import java.util.List;
import java.util.function.Predicate;

/**
 * What all types know about themselves.
 *
 * <p>Apart from {@link DataType}, which therefore has no default methods: with them the JVM would
 * initialise it before each of its records, and its constants need the records initialised, so that
 * two threads that use types first at the same time could wait for each other for ever.
 */
sealed interface TypeTraits permits DataType {
  /** Returns whether arithmetic is defined on the type: integers, floats and decimals. */
  default boolean isNumeric() {
    return isWhole() || isFloat() || this instanceof DataType.Decimal;
  }

  /** Returns whether this is a signed integer of 8 to 128 bits. */
  default boolean isWhole() {
    return isInteger() || this instanceof DataType.Int128;
  }

  /** Returns whether this is a signed integer of 8 to 64 bits, which a {@code long} holds. */
  default boolean isInteger() {
    return this instanceof DataType.Int8
        || this instanceof DataType.Int16
        || this instanceof DataType.Int32
        || this instanceof DataType.Int64;
  }

  /** Returns whether values are made of other values: lists, structs and maps. */
  default boolean isNested() {
    return this instanceof DataType.ListOf
        || this instanceof DataType.Struct
        || this instanceof DataType.MapOf;
  }

  /** Returns whether this is a binary floating-point type. */
  default boolean isFloat() {
    return this instanceof DataType.Float32 || this instanceof DataType.Float64;
  }

  /**
   * Returns whether a condition holds for a part of the type that is not nested: for the type
   * itself, or for one that its values are made of, at any depth.
   */
  default boolean hasPart(Predicate<? super DataType> condition) {
    return switch ((DataType) this) {
      case DataType.ListOf(DataType element) -> element.hasPart(condition);
      case DataType.MapOf(DataType key, DataType value) ->
          key.hasPart(condition) || value.hasPart(condition);
      case DataType.Struct(List<Field> fields) ->
          fields.stream().anyMatch(field -> field.type().hasPart(condition));
      case DataType plain -> condition.test(plain);
    };
  }
}
