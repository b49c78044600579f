package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.Locale;

/** What a parameter of an expression over a list's elements represents. */
public enum LambdaRole {
  /** The element at hand. */
  ELEMENT("x"),
  /** The position of the element at hand, from 1. */
  POSITION("i"),
  /** What the expression gave for the elements before. */
  RESULT("r");

  private static final int ROLES = values().length;

  private final String letter;

  LambdaRole(String letter) {
    this.letter = letter;
  }

  /**
   * Returns the role of a word.
   *
   * @throws AnalysisException if there is none
   */
  public static LambdaRole of(String word) {
    for (LambdaRole role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    throw new AnalysisException("no parameter \"" + word + "\" of an expression over a list");
  }

  /** Returns the word for it among the arguments of {@link ScalarFunction#LAMBDA_PARAMETER}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the slot of the parameter that a call binds, of the slots of all calls. */
  public int slot(int binding) {
    return binding * ROLES + ordinal();
  }

  /** Returns the number of the call that a slot belongs to. */
  public static int binding(int slot) {
    return Math.floorDiv(slot, ROLES);
  }

  /** Returns how the parameter of a slot is written in plans. */
  public static String labelOf(int slot) {
    return values()[Math.floorMod(slot, ROLES)].label(binding(slot));
  }

  /** Returns how a parameter is written in plans. */
  public String label(int binding) {
    return letter + binding;
  }
}
