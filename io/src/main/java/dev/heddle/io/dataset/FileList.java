package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a dataset as they are sent: folders and partition values once, names and versions
 * without what they share with those of the file before.
 *
 * @param folders paths up to and with the last slash
 * @param folder for each file its folder
 * @param sharedName for each file how many characters its name shares with the one before
 * @param name for each file the rest of its name
 * @param sizeBytes for each file its length
 * @param sharedVersion as for names
 * @param version for each file the rest of its version
 * @param partitions different values of the partition keys
 * @param partition for each file which of them
 * @param number for each file what the locators of its rows begin with; none if all are 0
 */
record FileList(
    List<String> folders,
    int[] folder,
    int[] sharedName,
    List<String> name,
    long[] sizeBytes,
    int[] sharedVersion,
    List<String> version,
    List<List<Optional<ScanValue>>> partitions,
    int[] partition,
    int[] number) {

  static FileList of(List<DatasetFile> files) {
    int count = files.size();
    Map<String, Integer> folders = new HashMap<>();
    List<String> folderTexts = new ArrayList<>();
    int[] folder = new int[count];
    int[] sharedName = new int[count];
    List<String> names = new ArrayList<>(count);
    long[] sizes = new long[count];
    int[] sharedVersion = new int[count];
    List<String> versions = new ArrayList<>(count);
    Map<List<Optional<ScanValue>>, Integer> partitions = new HashMap<>();
    List<List<Optional<ScanValue>>> partitionValues = new ArrayList<>();
    int[] partition = new int[count];
    int[] number = new int[count];
    boolean isNumbered = false;
    String nameBefore = "";
    String versionBefore = "";
    for (int i = 0; i < count; i++) {
      StoredFile file = files.get(i).file();
      String path = file.path().substring(0, file.path().length() - file.name().length());
      folder[i] = indexOf(path, folders, folderTexts);
      sharedName[i] = shared(nameBefore, file.name());
      names.add(file.name().substring(sharedName[i]));
      sizes[i] = file.sizeBytes();
      sharedVersion[i] = shared(versionBefore, file.version());
      versions.add(file.version().substring(sharedVersion[i]));
      partition[i] = indexOf(files.get(i).partition(), partitions, partitionValues);
      number[i] = files.get(i).number();
      isNumbered |= number[i] != 0;
      nameBefore = file.name();
      versionBefore = file.version();
    }
    return new FileList(
        folderTexts,
        folder,
        sharedName,
        names,
        sizes,
        sharedVersion,
        versions,
        partitionValues,
        partition,
        isNumbered ? number : new int[0]);
  }

  private static <V> int indexOf(V value, Map<V, Integer> numbers, List<V> values) {
    Integer known = numbers.putIfAbsent(value, values.size());
    if (known == null) {
      values.add(value);
      return values.size() - 1;
    }
    return known;
  }

  private static int shared(String before, String text) {
    int most = Math.min(before.length(), text.length());
    int shared = 0;
    while (shared < most && before.charAt(shared) == text.charAt(shared)) {
      shared++;
    }
    // half a character that takes two has no bytes of its own
    return shared > 0 && Character.isHighSurrogate(text.charAt(shared - 1)) ? shared - 1 : shared;
  }

  List<DatasetFile> files() {
    List<DatasetFile> files = new ArrayList<>(folder.length);
    String before = "";
    String versionBefore = "";
    for (int i = 0; i < folder.length; i++) {
      before = before.substring(0, sharedName[i]) + name.get(i);
      versionBefore = versionBefore.substring(0, sharedVersion[i]) + version.get(i);
      StoredFile file =
          new StoredFile(folders.get(folder[i]) + before, sizeBytes[i], versionBefore);
      int own = number.length == 0 ? 0 : number[i];
      files.add(new DatasetFile(file, partitions.get(partition[i]), own));
    }
    return files;
  }
}
