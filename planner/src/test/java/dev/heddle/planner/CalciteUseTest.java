package dev.heddle.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What of Calcite the compiled planner refers to. */
class CalciteUseTest {
  private static final String CALCITE = "org/apache/calcite/";

  @Test
  void nothingRefersToCalcitesFrontEnd() throws IOException {
    assertThat(usersOf("sql/validate/")).isEmpty();
    assertThat(usersOf("sql2rel/")).isEmpty();
    assertThat(usersOf("sql/parser/")).containsExactly("dev/heddle/planner/types/PlainRexBuilder");
  }

  @Test
  void sqlRefersToNothingOfCalcite() throws IOException {
    assertThat(usersOf("")).isNotEmpty().noneMatch(c -> c.startsWith("dev/heddle/planner/sql/"));
  }

  private static Set<String> usersOf(String calcitePackage) throws IOException {
    Path classes = Path.of("target/classes");
    Set<String> users = new TreeSet<>();
    try (Stream<Path> files = Files.walk(classes)) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .map(CalciteUseTest::read)
          .filter(model -> refersTo(model, CALCITE + calcitePackage))
          .forEach(model -> users.add(model.thisClass().asInternalName()));
    }
    return users;
  }

  private static ClassModel read(Path file) {
    try {
      return ClassFile.of().parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /** Whether a class names a type of the package as a class or in a descriptor or signature. */
  private static boolean refersTo(ClassModel model, String prefix) {
    for (PoolEntry entry : model.constantPool()) {
      boolean refers =
          switch (entry) {
            case ClassEntry type -> type.asInternalName().contains(prefix);
            case Utf8Entry text -> text.stringValue().contains("L" + prefix);
            default -> false;
          };
      if (refers) {
        return true;
      }
    }
    return false;
  }
}
