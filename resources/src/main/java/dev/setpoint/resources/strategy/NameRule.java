package dev.setpoint.resources.strategy;

import java.util.List;

/// What the name of an object of some kind must look like.
public enum NameRule {
    SUBDOMAIN {
        @Override
        List<String> mistakes(String name) {
            return Formats.dns1123Subdomain(name);
        }
    },
    LABEL {
        @Override
        List<String> mistakes(String name) {
            return Formats.dns1123Label(name);
        }
    },
    LABEL_1035 {
        @Override
        List<String> mistakes(String name) {
            return Formats.dns1035Label(name);
        }
    },
    /// Anything that can stand in a URL: roles are named `system:node`.
    PATH_SEGMENT {
        @Override
        List<String> mistakes(String name) {
            return Formats.pathSegment(name);
        }

        @Override
        List<String> prefixMistakes(String prefix) {
            return Formats.pathSegmentPrefix(prefix);
        }
    };

    abstract List<String> mistakes(String name);

    /// What is wrong with the beginning of a name. Kubernetes looks at it with its last two characters replaced by one
    /// letter when it ends in a dash, so the character before the dash may be anything.
    List<String> prefixMistakes(String prefix) {
        boolean dash = prefix.length() > 1 && prefix.endsWith("-");
        return mistakes(dash ? prefix.substring(0, prefix.length() - 2) + "a" : prefix);
    }
}
