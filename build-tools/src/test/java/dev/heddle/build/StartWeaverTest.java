package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StartWeaverTest {
  /** Every kind of component. */
  record Point(
      boolean isSet,
      byte small,
      short middle,
      char sign,
      int count,
      long wide,
      float part,
      double whole,
      String text,
      int[] values) {}

  record Empty() {}

  sealed interface Shape permits Circle, Square, Line {
    default String kind() {
      return switch (this) {
        case Circle circle when circle.radius() > 10 -> "large circle";
        case Circle circle -> "circle " + circle.radius();
        case Square square -> "square " + square.side();
        case Line line -> "line";
      };
    }
  }

  record Circle(int radius) implements Shape {}

  record Square(int side) implements Shape {}

  record Line() implements Shape {}

  /** What the rewritten classes are compared by; runs in either world. */
  static final class Program implements Function<String, String> {
    @Override
    public String apply(String text) {
      StringBuilder out = new StringBuilder();
      int[] values = {1};
      Point first = point(1.5f, -0.0, text, values);
      for (Point each :
          List.of(
              first,
              point(1.5f, -0.0, text, values),
              point(1.5f, 0.0, text, values),
              point(Float.NaN, -0.0, text, values),
              point(1.5f, -0.0, "other", values))) {
        out.append(first.equals(each)).append(each.equals(first)).append(' ');
        out.append(first.hashCode() == each.hashCode()).append(' ');
        out.append(each.toString().replaceAll("@.*", "")).append('\n');
      }
      Point nan = point(Float.NaN, Double.NaN, null, null);
      out.append(nan.equals(point(Float.NaN, Double.NaN, null, null))).append(nan).append('\n');
      for (Object other : new Object[] {null, "text"}) {
        out.append(first.equals(other)).append('\n');
      }
      out.append(new Empty())
          .append(new Empty().equals(new Empty()))
          .append(new Empty().hashCode());
      for (Shape each : List.of(new Circle(3), new Circle(11), new Square(2), new Line())) {
        out.append(each.kind()).append(' ').append(each).append('\n');
      }
      for (Object each : new Object[] {7, "text", 'c', List.of(1), null}) {
        out.append(name(each)).append('\n');
      }
      for (Thread.State each : Thread.State.values()) {
        out.append(running(each, text)).append('\n');
      }
      out.append(running(null, text)).append('\n');
      return out.toString();
    }

    private static Point point(float part, double whole, String text, int[] values) {
      return new Point(true, (byte) -1, (short) -2, 'x', 4, 1L << 40, part, whole, text, values);
    }

    private static String running(Thread.State state, String text) {
      return switch (state) {
        case null -> "none";
        case NEW -> "not started";
        case RUNNABLE, BLOCKED -> "busy";
        case Thread.State some when some.name().length() > 10 + text.length() -> "long";
        case WAITING -> "waiting";
        default -> "else";
      };
    }

    private static String name(Object value) {
      return switch (value) {
        case null -> "null";
        case Integer number when number > 10 -> "many";
        case Integer number -> "number " + number;
        case CharSequence text -> "text " + text;
        case List<?> list -> "list " + list.size();
        default -> "else";
      };
    }
  }

  @Test
  void rewrittenClassesDoWhatTheyDidWithoutCallSitesOfSwitchesAndRecords() throws Exception {
    Map<String, byte[]> classes = new HashMap<>();
    for (Class<?> each :
        List.of(
            Point.class,
            Empty.class,
            Shape.class,
            Circle.class,
            Square.class,
            Line.class,
            Program.class)) {
      byte[] woven = StartWeaver.rewrite(bytesOf(each), ClassFile.of());
      assertThat(callSites(woven)).as("call sites of %s", each).isZero();
      classes.put(each.getName(), woven);
    }
    assertThat(callSites(bytesOf(Program.class))).isPositive();
    assertThat(callSites(bytesOf(Point.class))).isEqualTo(3);

    Constructor<?> constructor =
        new Woven(classes).loadClass(Program.class.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    Object woven = constructor.newInstance();

    assertThat(woven).isNotInstanceOf(Program.class);
    assertThat(answer(woven)).isEqualTo(new Program().apply("some"));
  }

  @Test
  void whatIsRewrittenIsLeftAloneTheNextTime() throws Exception {
    byte[] once = StartWeaver.rewrite(bytesOf(Point.class), ClassFile.of());

    assertThat(StartWeaver.rewrite(once, ClassFile.of())).isSameAs(once);
  }

  @SuppressWarnings("unchecked")
  private static String answer(Object program) {
    return ((Function<String, String>) program).apply("some");
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static long callSites(byte[] bytes) {
    ClassModel model = ClassFile.of().parse(bytes);
    return model.methods().stream()
        .map(MethodModel::code)
        .flatMap(code -> code.stream().flatMap(each -> each.elementStream()))
        .filter(
            element ->
                element instanceof InvokeDynamicInstruction site
                    && site.bootstrapMethod()
                        .owner()
                        .displayName()
                        .matches("SwitchBootstraps|ObjectMethods"))
        .count();
  }

  /** Has rewritten classes of its own and everything else of the tests' loader. */
  private static final class Woven extends ClassLoader {
    private final Map<String, byte[]> classes;

    Woven(Map<String, byte[]> classes) {
      super(StartWeaverTest.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known != null ? known : defineClass(name, bytes, 0, bytes.length);
    }
  }
}
