package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type as it was written, in a cast, a column definition or a literal. */
public sealed interface TypeName {
  /** Returns where it is written. */
  Span span();

  /**
   * A type of one word, such as {@code DECIMAL(10, 2)}, {@code TIMESTAMP(3) WITH TIME ZONE} or
   * {@code DOUBLE PRECISION}.
   *
   * @param name the first word, as written
   * @param parameters the numbers in parentheses
   * @param withTimeZone whether {@code WITH [LOCAL] TIME ZONE} follows
   */
  record Scalar(Name name, List<Integer> parameters, boolean withTimeZone, Span span)
      implements TypeName {
    /** Copies the list. */
    public Scalar {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * {@code element[]}, {@code element[n]} or {@code LIST(element)}.
   *
   * @param length the length of {@code element[n]}; null without
   */
  record ListOf(TypeName element, @Nullable Integer length, Span span) implements TypeName {}

  /** {@code MAP(key, value)}. */
  record MapOf(TypeName key, TypeName value, Span span) implements TypeName {}

  /** {@code STRUCT(name type, ...)} or {@code ROW(name type, ...)}. */
  record StructOf(List<FieldType> fields, Span span) implements TypeName {
    /** Copies the list. */
    public StructOf {
      fields = List.copyOf(fields);
    }
  }

  /** {@code ENUM('label', ...)}. */
  record EnumOf(List<String> labels, Span span) implements TypeName {
    /** Copies the list. */
    public EnumOf {
      labels = List.copyOf(labels);
    }
  }

  /** A field of a struct. */
  record FieldType(Name name, TypeName type) {}
}
