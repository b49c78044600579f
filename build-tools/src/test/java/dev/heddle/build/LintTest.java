package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** House rules that neither the compiler nor the formatter knows. */
class LintTest {
  private static final int MAX_MAIN_LINES = 500;
  private static final int MAX_TEST_LINES = 800;
  private static final int MAX_PACKAGE_FILES = 45;

  /** Has one file for each kind of node. */
  private static final Set<String> LARGE_PACKAGES = Set.of("dev.heddle.physical.expr.node");

  /** Spelt in two parts, since this file is linted too. */
  private static final Pattern LEFTOVER =
      Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  private static final Pattern DISABLED = Pattern.compile("@Dis" + "abled\\w*");
  private static final Pattern SLEEP = Pattern.compile("\\bThread\\s*\\.\\s*sleep\\s*\\(");
  private static final Pattern JUNIT_ASSERTION =
      Pattern.compile("import static org\\.junit\\.jupiter\\.api\\.Assertions");
  private static final Pattern THROW_ASSERTION =
      Pattern.compile(
          "\\b(?:assertThatThrownBy|assertThatExceptionOfType|assertThatIllegalArgumentException"
              + "|assertThatIllegalStateException|assertThatNullPointerException|assertThatCode"
              + "|assertThatIOException|assertThatException)\\s*\\(");
  private static final Pattern MESSAGE_OR_NO_THROW =
      Pattern.compile("[mM]essage|doesNotThrowAnyException");

  private static final List<String> NOT_ALONE_OR_DOCUMENTED = new ArrayList<>();

  private static BooleanParameters parameters;

  private final List<SourceFile> files = Sources.all(Sources.root());

  /** Parses all main sources once, for the tests that look at their syntax. */
  @BeforeAll
  static void parse() throws IOException {
    parameters = new BooleanParameters();
    parseMain(
        (unit, trees) -> {
          checkUnit(unit, trees, NOT_ALONE_OR_DOCUMENTED);
          parameters.scan(unit, null);
        });
  }

  @Test
  void filesStayShort() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      long lines = file.text().lines().count();
      int max = file.isMain() ? MAX_MAIN_LINES : MAX_TEST_LINES;
      if (lines > max) {
        wrong.add(file.name() + " has " + lines + " lines; at most " + max);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void packagesStaySmall() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (SourceFile file : files) {
      if (file.isMain() && !file.isPackageInfo()) {
        sizes.merge(file.packageName(), 1, Integer::sum);
      }
    }
    sizes.keySet().removeAll(LARGE_PACKAGES);
    sizes.values().removeIf(size -> size <= MAX_PACKAGE_FILES);
    assertThat(sizes).as("packages of more than %d files", MAX_PACKAGE_FILES).isEmpty();
  }

  @Test
  void retiredWordsStayAway() throws IOException {
    RetiredWord.Finder words = new RetiredWord.Finder();
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (file.isMain()) {
        words.findIn(file, wrong);
      }
    }
    for (Path page : Sources.pages(Sources.root())) {
      words.findIn(page, wrong);
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void nothingIsLeftForLater() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      find(LEFTOVER, file.text(), file, wrong);
      find(DISABLED, file.code(), file, wrong);
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void testsNeitherSleepNorAssertByJUnit() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (!file.isMain()) {
        find(SLEEP, file.code(), file, wrong);
        find(JUNIT_ASSERTION, file.code(), file, wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void throwAssertionsNameTheMessage() {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      String code = file.code();
      Matcher found = THROW_ASSERTION.matcher(code);
      while (found.find()) {
        String statement =
            code.substring(found.start(), JavaText.endOfStatement(code, found.start()));
        if (!MESSAGE_OR_NO_THROW.matcher(statement).find()) {
          wrong.add(place(file, code, found.start()) + " asserts a throw without its message");
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyPackageIsDescribedAndNullMarked() {
    Set<String> packages = new LinkedHashSet<>();
    Set<String> described = new LinkedHashSet<>();
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (!file.isMain()) {
        continue;
      }
      packages.add(file.packageName());
      if (file.isPackageInfo()) {
        described.add(file.packageName());
        if (!file.code().contains("@NullMarked") || !file.text().contains("/**")) {
          wrong.add(file.name() + " needs Javadoc and @NullMarked");
        }
      }
    }
    packages.removeAll(described);
    packages.forEach(name -> wrong.add(name + " has no package-info.java"));
    assertThat(wrong).isEmpty();
  }

  @Test
  void typesAreDocumentedAndStandAloneInTheirFile() {
    assertThat(NOT_ALONE_OR_DOCUMENTED).isEmpty();
  }

  @Test
  void onlyPrivateCodeTakesBooleans() {
    assertThat(parameters.refused())
        .as("write two methods, or take an enum: a call with true or false tells nothing")
        .isEmpty();
    assertThat(parameters.unused()).as("allowed, but not there").isEmpty();
  }

  private static void parseMain(BiConsumer<CompilationUnitTree, DocTrees> action)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<SourceFile> main =
          Sources.all(Sources.root()).stream().filter(SourceFile::isMain).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(
                      main.stream().map(SourceFile::path).toList()));
      DocTrees trees = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        action.accept(unit, trees);
      }
    }
  }

  private static void checkUnit(CompilationUnitTree unit, DocTrees trees, List<String> wrong) {
    String name = Sources.root().toUri().relativize(unit.getSourceFile().toUri()).getPath();
    long types = unit.getTypeDecls().stream().filter(ClassTree.class::isInstance).count();
    if (types > 1) {
      wrong.add(name + " holds " + types + " top-level types");
    }
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitClass(ClassTree type, Void unused) {
        TreePath path = getCurrentPath();
        boolean nested = path.getParentPath().getLeaf() instanceof ClassTree;
        boolean topLevel = path.getParentPath().getLeaf() instanceof CompilationUnitTree;
        boolean visible = !type.getModifiers().getFlags().contains(Modifier.PRIVATE);
        if ((nested || topLevel) && visible && trees.getDocComment(path) == null) {
          wrong.add(name + ": type " + type.getSimpleName() + " has no Javadoc");
        }
        return nested || topLevel ? super.visitClass(type, unused) : null;
      }

      @Override
      public Void visitMethod(MethodTree method, Void unused) {
        String called = method.getName().toString();
        boolean prefixed =
            called.length() > 3
                && called.startsWith("get")
                && Character.isUpperCase(called.charAt(3));
        if (prefixed && method.getParameters().isEmpty() && !isOverride(method.getModifiers())) {
          wrong.add(name + ": accessor " + called + " has the prefix get");
        }
        return null;
      }
    }.scan(unit, null);
  }

  static boolean isOverride(ModifiersTree modifiers) {
    return modifiers.getAnnotations().stream()
        .map(annotation -> annotation.getAnnotationType().toString())
        .anyMatch(type -> type.endsWith("Override"));
  }

  private static void find(Pattern pattern, String text, SourceFile file, List<String> wrong) {
    Matcher found = pattern.matcher(text);
    while (found.find()) {
      wrong.add(place(file, text, found.start()) + " has " + found.group());
    }
  }

  private static String place(SourceFile file, String text, int position) {
    return file.name() + ":" + JavaText.lineOf(text, position);
  }
}
