package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import java.util.List;

/** A function of arguments, which it closes; unless a subclass adds to it, only they can fail. */
abstract class ArgumentsNode extends Node {
  public final Node[] arguments;

  ArgumentsNode(DataType type, List<Node> arguments) {
    super(type);
    this.arguments = arguments.toArray(Node[]::new);
  }

  @Override
  public boolean canFail() {
    for (Node argument : arguments) {
      if (argument.canFail()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    for (Node argument : arguments) {
      argument.close();
    }
  }
}
