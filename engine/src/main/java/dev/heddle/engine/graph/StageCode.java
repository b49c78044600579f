package dev.heddle.engine.graph;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.function.ScalarUdf;
import java.util.List;

/** The code of the user's own functions where templates are read. Thread-safe. */
public interface StageCode {
  /** Has no code. */
  StageCode NONE =
      (function, type, archives) -> {
        throw new HeddleException(
            ErrorCode.USER_CODE,
            "Cannot run function \"" + function + "\": there is no code of class " + type);
      };

  /**
   * Returns the class of a function.
   *
   * @param function its name, for messages
   * @param type the name of the class
   * @param archives what it is in
   * @throws HeddleException with code {@code USER_CODE} that names the class if it is not there
   */
  Class<? extends ScalarUdf> load(String function, String type, List<ContentHash> archives);
}
