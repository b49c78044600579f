package dev.heddle.build;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * Finds methods and constructors that are not private and take a boolean. Overrides, the
 * constructors of records, whose components are data, and those of enums, which are private, are
 * none; others are allowed by {@code boolean-parameters.tsv}.
 */
final class BooleanParameters extends TreePathScanner<Void, Void> {
  private static final String FILE = "/boolean-parameters.tsv";

  private final Set<String> allowed = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final List<String> refused = new ArrayList<>();

  BooleanParameters() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(BooleanParameters.class.getResourceAsStream(FILE))) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> allowed.add(line.substring(0, line.indexOf('\t'))));
    }
  }

  /** Returns the names of those that are not allowed. */
  List<String> refused() {
    return refused;
  }

  /** Returns the names that are allowed although there is none of them. */
  Set<String> unused() {
    Set<String> unused = new HashSet<>(allowed);
    unused.removeAll(used);
    return unused;
  }

  @Override
  public Void visitClass(ClassTree type, Void unused) {
    Tree around = getCurrentPath().getParentPath().getLeaf();
    boolean isMember = around instanceof ClassTree || around instanceof CompilationUnitTree;
    boolean isPrivate = type.getModifiers().getFlags().contains(Modifier.PRIVATE);
    return isMember && !isPrivate ? super.visitClass(type, unused) : null;
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    Tree.Kind owner = getCurrentPath().getParentPath().getLeaf().getKind();
    boolean isConstructor = method.getReturnType() == null;
    boolean isData = isConstructor && (owner == Tree.Kind.RECORD || owner == Tree.Kind.ENUM);
    boolean isPrivate = method.getModifiers().getFlags().contains(Modifier.PRIVATE);
    boolean takesBoolean =
        method.getParameters().stream()
            .anyMatch(p -> p.getType() != null && p.getType().toString().equals("boolean"));
    if (takesBoolean && !isPrivate && !isData && !LintTest.isOverride(method.getModifiers())) {
      String packageName = getCurrentPath().getCompilationUnit().getPackageName().toString();
      String name = packageName + name(getCurrentPath().getParentPath()) + "." + method.getName();
      if (allowed.contains(name)) {
        used.add(name);
      } else {
        refused.add(name);
      }
    }
    return null;
  }

  private static String name(TreePath path) {
    return path.getLeaf() instanceof ClassTree type
        ? name(path.getParentPath()) + "." + type.getSimpleName()
        : "";
  }
}
