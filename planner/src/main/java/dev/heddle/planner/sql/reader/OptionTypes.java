package dev.heddle.planner.sql.reader;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.Optional;

/** Reads the types in options of readers. */
public interface OptionTypes {
  /** Returns the type of a text such as {@code decimal(9, 2)}; empty if it is none. */
  Optional<DataType> find(String text);

  /** Returns the type of a name; empty if there is none. */
  Optional<DataType> find(TypeName name);
}
