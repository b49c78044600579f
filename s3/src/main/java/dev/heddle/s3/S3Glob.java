package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.WriteRecords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The keys that match a glob, found level by level, so that only folders whose names match are
 * listed. With {@code **} or braces over slashes all keys below the part without wildcards are.
 */
final class S3Glob {
  private static final String RECORDS = WriteRecords.FOLDER + "/";

  private final S3Path path;
  private final S3Listing listing;
  private final Consumer<String> recordFolders;

  /**
   * Makes a search.
   *
   * @param recordFolders receives the folders with records of writes that were met
   */
  S3Glob(S3Path path, S3Listing listing, Consumer<String> recordFolders) {
    this.path = path;
    this.listing = listing;
    this.recordFolders = recordFolders;
  }

  /** Returns the folder that a glob starts from. */
  static S3Path root(S3Path glob) {
    int special = S3Path.firstGlobCharacter(glob.key());
    return glob.withKey(glob.key().substring(0, glob.key().lastIndexOf('/', special) + 1));
  }

  /** Reports the folders with records of writes that contain listed objects. */
  static void tellRecords(S3Path path, List<S3Object> objects, Consumer<String> recordFolders) {
    Set<String> found = new LinkedHashSet<>();
    for (S3Object object : objects) {
      String key = "/" + object.key();
      int at = key.indexOf("/" + RECORDS);
      if (at >= 0) {
        found.add(key.substring(1, at + RECORDS.length()));
      }
    }
    found.forEach(key -> recordFolders.accept(path.withKey(key).toString()));
  }

  /** Returns the objects that match, hidden ones left out. */
  List<S3Object> find() {
    String root = root(path).key();
    String rest = path.key().substring(root.length());
    if (rest.contains("**") || hasSlashInBraces(rest)) {
      Pattern wanted = pattern(rest);
      List<S3Object> all = listing.all(root);
      tellRecords(path, all, recordFolders);
      return all.stream()
          .filter(o -> wanted.matcher(o.key().substring(root.length())).matches())
          .filter(o -> !isHidden(o.key().substring(root.length())))
          .toList();
    }
    List<S3Object> found = new ArrayList<>();
    expand(root, List.of(rest.split("/+", -1)), found);
    return found;
  }

  /** Returns whether a folder or file on the way from a root is hidden. */
  static boolean isHidden(String keyBelowRoot) {
    for (String segment : keyBelowRoot.split("/")) {
      if (segment.startsWith(".") || segment.startsWith("_")) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSlashInBraces(String glob) {
    int depth = 0;
    for (int at = 0; at < glob.length(); at++) {
      switch (glob.charAt(at)) {
        case '{' -> depth++;
        case '}' -> depth--;
        case '/' -> {
          if (depth > 0) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  private void expand(String root, List<String> segments, List<S3Object> found) {
    List<String> roots = List.of(root);
    for (int at = 0; at < segments.size(); at++) {
      String segment = segments.get(at);
      boolean isLast = at == segments.size() - 1;
      int special = S3Path.firstGlobCharacter(segment);
      if (special < 0 && !isLast) {
        roots = roots.stream().map(r -> r + segment + "/").toList();
        continue;
      }
      Pattern wanted = pattern(segment);
      String literal = special < 0 ? segment : segment.substring(0, special);
      List<Callable<S3Listing.Level>> tasks = new ArrayList<>();
      for (String folder : roots) {
        tasks.add(() -> listing.level(folder, literal));
      }
      if (tasks.isEmpty()) {
        return;
      }
      List<S3Listing.Level> levels = listing.sideBySide(tasks);
      List<String> next = new ArrayList<>();
      for (int i = 0; i < roots.size(); i++) {
        int length = roots.get(i).length();
        String records = roots.get(i) + RECORDS;
        if (levels.get(i).folders().contains(records)) {
          recordFolders.accept(path.withKey(records.substring(0, records.length() - 1)).toString());
        }
        if (isLast) {
          levels.get(i).objects().stream()
              .filter(o -> isWanted(wanted, o.key().substring(length)))
              .forEach(found::add);
        } else {
          levels.get(i).folders().stream()
              .filter(f -> isWanted(wanted, f.substring(length, f.length() - 1)))
              .forEach(next::add);
        }
      }
      roots = next;
    }
  }

  private static boolean isWanted(Pattern wanted, String name) {
    return wanted.matcher(name).matches() && !name.startsWith(".") && !name.startsWith("_");
  }

  /** Translates a glob into a pattern of the same meaning. */
  private Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    int braces = 0;
    for (int at = 0; at < glob.length(); at++) {
      char c = glob.charAt(at);
      switch (c) {
        case '*' -> {
          boolean isFolders =
              braces == 0 && glob.startsWith("**/", at) && (at == 0 || glob.charAt(at - 1) == '/');
          if (isFolders) {
            regex.append("(?:.*/)?"); // of any depth, and none
            at += 2;
          } else if (at + 1 < glob.length() && glob.charAt(at + 1) == '*') {
            regex.append(".*");
            at++;
          } else {
            regex.append("[^/]*");
          }
        }
        case '?' -> regex.append("[^/]");
        case '[' -> {
          int end = glob.indexOf(']', at + 2);
          if (end < 0) {
            throw invalid("a [ without its ]");
          }
          String set = glob.substring(at + 1, end);
          boolean isNegated = set.startsWith("!");
          String members =
              (isNegated ? set.substring(1) : set)
                  .replace("\\", "\\\\")
                  .replace("[", "\\[")
                  .replace("^", "\\^")
                  .replace("&&", "&\\&");
          regex.append("[[^/]&&[").append(isNegated ? "^" : "").append(members).append("]]");
          at = end;
        }
        case '{' -> {
          regex.append("(?:");
          braces++;
        }
        case '}' -> {
          regex.append(braces > 0 ? ")" : "\\}");
          braces = Math.max(0, braces - 1);
        }
        case ',' -> regex.append(braces > 0 ? "|" : ",");
        case '\\' -> {
          at++;
          if (at == glob.length()) {
            throw invalid("a \\ at its end");
          }
          regex.append(Pattern.quote(String.valueOf(glob.charAt(at))));
        }
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    if (braces > 0) {
      throw invalid("a { without its }");
    }
    try {
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw invalid(e.getDescription());
    }
  }

  private HeddleException invalid(String reason) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT, "Cannot read " + path + ": not a valid glob: " + reason);
  }
}
