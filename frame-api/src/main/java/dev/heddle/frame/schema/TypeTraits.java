package dev.heddle.frame.schema;

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
    return isInteger() || isFloat() || this instanceof DataType.Decimal;
  }

  /** Returns whether this is a signed integer of 8 to 64 bits. */
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
}
